import { type Picture, pixelsOf } from './picture.ts';
import type { DecodeResult } from './qr-worker.ts';

/** Pixels; enough for a label that fills a sixth of the frame. */
const FRAME_SIDE = 960;
/** A photo may show the whole cabinet: try a low resolution first, then a high one. */
const PHOTO_SIDES = [1200, 2800];

/**
 * Decodes in a worker: the page stays responsive, and the content security policy allows WebAssembly in the worker only
 * (docs/decisions/0012). The worker loads while the browser shows the camera permission prompt.
 */
export function createWasmReader() {
  const worker = new Worker(new URL('./qr-worker.ts', import.meta.url), { type: 'module' });
  const canvas = document.createElement('canvas');
  // The worker can fail to load before the first request.
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
