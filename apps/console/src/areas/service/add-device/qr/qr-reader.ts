import type { Picture } from './picture.ts';
import { createWasmReader } from './wasm-reader.ts';

export interface QrReader {
  read: (picture: Picture) => Promise<string[]>;
  close: () => void;
}

interface BarcodeDetector {
  detect: (picture: Picture) => Promise<{ rawValue: string }[]>;
}
interface BarcodeDetectorClass {
  new (options: { formats: string[] }): BarcodeDetector;
  getSupportedFormats: () => Promise<string[]>;
}

const FORMAT = 'qr_code';

/** The browser's BarcodeDetector, or undefined if it cannot read QR codes. */
async function createNativeReader() {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: BarcodeDetectorClass };
  const formats = await BarcodeDetector?.getSupportedFormats().catch((): string[] => []);
  if (!BarcodeDetector || !formats?.includes(FORMAT)) return undefined;
  const detector = new BarcodeDetector({ formats: [FORMAT] });
  return {
    read: async (picture: Picture) => (await detector.detect(picture)).map(({ rawValue }) => rawValue),
  };
}

/** Uses the browser's BarcodeDetector, or the WASM reader if it is missing or fails. */
export async function openQrReader(): Promise<QrReader> {
  const native = await createNativeReader();
  let wasm = native ? undefined : createWasmReader();
  const readWithWasm = (picture: Picture) => {
    wasm ??= createWasmReader();
    return wasm.read(picture);
  };
  return {
    read: async (picture) => {
      if (!native || wasm) return readWithWasm(picture);
      return native.read(picture).catch(() => readWithWasm(picture));
    },
    close: () => wasm?.close(),
  };
}
