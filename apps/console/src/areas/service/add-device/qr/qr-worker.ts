import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

/** One result per image. */
export type DecodeResult = { texts: string[] } | { failure: string };

// Load the WASM file from our own server; the default of the library is a CDN.
const ready = prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });
// The first message reports a load failure.
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
