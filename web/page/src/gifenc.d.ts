// What of gifenc is used; it has no types of its own.
declare module "gifenc" {
  type Colour = [red: number, green: number, blue: number];
  interface FrameOptions { palette?: Colour[]; delay: number; transparent: boolean; transparentIndex: number; dispose: number }

  export function GIFEncoder(): {
    writeFrame(indices: Uint8Array, width: number, height: number, options: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  };
  export function quantize(rgba: Uint8ClampedArray, most: number): Colour[];
  export function nearestColorIndex(palette: Colour[], colour: Colour): number;
}
