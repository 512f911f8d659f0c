// Films of what the worlds show, from one click to the next.
import type { FromGif, ToGif } from "./gif";
import type { Sheet } from "./sheet";

export interface Film {
  take(now: number): void;
  end(): Promise<Blob>;
}

/** As the browser records it: WebM, or MP4. */
function videoOf(sheet: Sheet): Film {
  const canvas = document.createElement("canvas"), parts: Blob[] = [];
  sheet.compose(canvas);
  const recorder = new MediaRecorder(canvas.captureStream(60), { videoBitsPerSecond: 12e6 });
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const made = new Promise<Blob>((resolve) => { recorder.onstop = () => resolve(new Blob(parts, { type: recorder.mimeType })); });
  recorder.start(1000);
  return {
    take: () => sheet.compose(canvas),
    end() {
      if (recorder.state !== "inactive") recorder.stop(); // it may have been stopped by a fault
      return made;
    },
  };
}

const PERIOD = 40, LEAST = 20; // ms, of a picture: browsers show what is shorter than 20 ms for longer

/** A GIF, a pixel for each of the page's. Pictures that its thread has no time for are left out: the others are shown for longer. */
function gifOf(sheet: Sheet): Film {
  const thread = new Worker(new URL("./gif.ts", import.meta.url), { type: "module" }), canvas = document.createElement("canvas");
  const { size } = sheet, post = (message: ToGif, transfer: Transferable[] = []) => thread.postMessage(message, { transfer });
  let isBusy = false, due = 0, sent = Promise.resolve();
  const made = new Promise<Blob>((resolve, reject) => {
    thread.onmessage = ({ data }: MessageEvent<FromGif>) => {
      if (data.type === "film") resolve(new Blob([data.bytes], { type: "image/gif" }));
      isBusy = false;
    };
    thread.onerror = ({ message }) => reject(new Error(message));
  });
  made.catch(() => undefined); // who ends the film is told
  post({ type: "begin", ...size, colours: sheet.colours() });
  const take = (now: number) => {
    if (isBusy || now < due) return;
    isBusy = true;
    due = Math.max(due + PERIOD, now + LEAST);
    sheet.compose(canvas, size);
    sent = createImageBitmap(canvas).then((bitmap) => post({ type: "picture", bitmap, time: now }, [bitmap]));
  };
  take(performance.now());
  return {
    take,
    async end() {
      await sent;
      post({ type: "end", time: Math.max(performance.now(), due) });
      return made.finally(() => thread.terminate());
    },
  };
}

export const FORMATS: Record<string, (sheet: Sheet) => Film> = { video: videoOf, gif: gifOf };
