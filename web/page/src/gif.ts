// GIFs, in a worker of their own: pictures come one at a time, and a film goes back.
/*! With gifenc (https://github.com/mattdesl/gifenc), Copyright (c) 2017 Matt DesLauriers, MIT licence */
import { GIFEncoder, nearestColorIndex, quantize } from "gifenc";

/** Times are in ms; the first of the colours is the ground's. */
export type ToGif = { type: "begin"; width: number; height: number; colours: string[] } | { type: "picture"; bitmap: ImageBitmap; time: number } | { type: "end"; time: number };
export type FromGif = { type: "taken" } | { type: "film"; bytes: Uint8Array<ArrayBuffer> };

const KEPT = 255; // the index of pixels that stay as they are
const LONGEST = 65535; // hundredths of a second

/** The pixels of colours, each from the ground's on: what lies half over it is so drawn. */
function shadesOf(colours: string[]): Uint8ClampedArray {
  const width = 64, height = colours.length, context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true })!;
  colours.forEach((colour, row) => {
    const shades = context.createLinearGradient(0, 0, width - 1, 0);
    shades.addColorStop(0, colours[0]);
    shades.addColorStop(1, colour);
    context.fillStyle = shades;
    context.fillRect(0, row, width, 1);
  });
  return context.getImageData(0, 0, width, height).data;
}

/** One palette for a whole film: of its first picture, and of all that may come. */
function paletteOf(first: Uint8ClampedArray, shades: Uint8ClampedArray) {
  const all = new Uint8ClampedArray(first.length + shades.length);
  all.set(first);
  all.set(shades, first.length);
  const palette = quantize(all, KEPT), ground: [number, number, number] = [shades[0], shades[1], shades[2]];
  palette[nearestColorIndex(palette, ground)] = ground;
  while (palette.length <= KEPT) palette.push(ground);
  return palette;
}

class Film {
  private gif = GIFEncoder();
  private context: OffscreenCanvasRenderingContext2D;
  private shades: Uint8ClampedArray;
  private palette: ReturnType<typeof paletteOf> = [];
  private nearest = new Int16Array(1 << 18).fill(-1); // the index of a colour, by six bits of each part: the same in all pictures
  private shown: Uint8Array; // indices, as the last picture left them
  private next?: { indices: Uint8Array; since: number }; // how long it is shown is known when another comes
  private begin = 0;

  constructor(private width: number, private height: number, colours: string[]) {
    this.context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true })!;
    this.shades = shadesOf(colours);
    this.shown = new Uint8Array(width * height);
  }

  add(bitmap: ImageBitmap, time: number) {
    this.context.drawImage(bitmap, 0, 0);
    bitmap.close();
    const { data } = this.context.getImageData(0, 0, this.width, this.height);
    if (!this.next) {
      this.palette = paletteOf(data, this.shades);
      this.begin = time;
    }
    const indices = this.indicesOf(new Uint32Array(data.buffer));
    if (!indices) return;
    if (this.next) this.write(time);
    this.next = { indices, since: time };
  }

  /** Of what has changed; undefined: nothing. */
  private indicesOf(pixels: Uint32Array): Uint8Array | undefined {
    const { shown } = this, isFirst = !this.next, indices = new Uint8Array(pixels.length);
    let hasChanged = isFirst;
    for (let i = 0; i < pixels.length; i++) {
      const index = this.indexOf(pixels[i]), isKept = index === shown[i] && !isFirst;
      indices[i] = isKept ? KEPT : index;
      if (!isKept) hasChanged = true;
      shown[i] = index;
    }
    return hasChanged ? indices : undefined;
  }

  private indexOf(pixel: number): number {
    const key = ((pixel >> 2) & 0x3f) | ((pixel >> 4) & 0xfc0) | ((pixel >> 6) & 0x3f000);
    if (this.nearest[key] < 0) this.nearest[key] = nearestColorIndex(this.palette, [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255]);
    return this.nearest[key];
  }

  private write(until: number) {
    const { indices, since } = this.next!, isFirst = since === this.begin;
    const hundredths = (time: number) => Math.round((time - this.begin) / 10);
    this.gif.writeFrame(indices, this.width, this.height, {
      ...(isFirst ? { palette: this.palette } : {}), delay: 10 * Math.min(LONGEST, hundredths(until) - hundredths(since)),
      transparent: !isFirst, transparentIndex: KEPT, dispose: 1,
    });
  }

  end(time: number): Uint8Array<ArrayBuffer> {
    this.write(time);
    this.gif.finish();
    return this.gif.bytes();
  }
}

let film: Film;
const post = (message: FromGif, transfer: Transferable[] = []) => self.postMessage(message, { transfer });

self.onmessage = ({ data: message }: MessageEvent<ToGif>) => {
  if (message.type === "begin") film = new Film(message.width, message.height, message.colours);
  else if (message.type === "picture") {
    film.add(message.bitmap, message.time);
    post({ type: "taken" });
  } else {
    const bytes = film.end(message.time);
    post({ type: "film", bytes }, [bytes.buffer]);
  }
};
