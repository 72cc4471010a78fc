import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

/** One answer to each picture. */
export type DecodeResult = { texts: string[] } | { failure: string };

// From our own server: by itself the library would ask a foreign one.
const ready = prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });
// Who sends the first picture hears of a failure.
ready.catch(() => undefined);

self.addEventListener('message', async ({ data }: MessageEvent<ImageData>) => {
  let result: DecodeResult;
  try {
    await ready;
    const codes = await readBarcodes(data, { formats: ['QRCode'], maxNumberOfSymbols: 4 });
    result = { texts: codes.filter(({ isValid }) => isValid).map(({ text }) => text) };
  } catch (error) {
    result = { failure: String(error) };
  }
  self.postMessage(result);
});
