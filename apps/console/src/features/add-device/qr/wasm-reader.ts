import { type Picture, pixelsOf } from './picture.ts';
import type { DecodeResult } from './qr-worker.ts';

/** Enough for a label that fills a sixth of the picture. */
const FRAME_SIDE = 960;
/** A photograph may show the whole cabinet: looked at from afar first, then closely. */
const PHOTO_SIDES = [1200, 2800];

/**
 * Our reader, in a thread of its own: the page stays smooth, and WebAssembly is allowed to that thread alone
 * (docs/decisions/0012). It is loaded while the browser asks the person for the camera.
 */
export function createWasmReader() {
  const worker = new Worker(new URL('./qr-worker.ts', import.meta.url), { type: 'module' });
  const canvas = document.createElement('canvas');
  // It can fail to load before anybody asks it for anything.
  const broken = new Promise<never>((_, fail) => {
    worker.onerror = () => fail(new Error('The QR reader could not be loaded'));
  });
  broken.catch(() => undefined);

  const decode = (pixels: ImageData) =>
    new Promise<string[]>((done, fail) => {
      worker.onmessage = ({ data }: MessageEvent<DecodeResult>) =>
        'texts' in data ? done(data.texts) : fail(new Error(data.failure));
      broken.catch(fail);
      worker.postMessage(pixels, [pixels.data.buffer]);
    });

  return {
    async read(picture: Picture) {
      const sides = picture instanceof HTMLVideoElement ? [FRAME_SIDE] : PHOTO_SIDES;
      for (const side of sides) {
        const texts = await decode(pixelsOf(picture, side, canvas));
        if (texts.length > 0) return texts;
      }
      return [];
    },
    close: () => worker.terminate(),
  };
}
