import { createNativeReader } from './native-reader.ts';
import type { Picture } from './picture.ts';
import { createWasmReader } from './wasm-reader.ts';

export interface QrReader {
  read: (picture: Picture) => Promise<string[]>;
  close: () => void;
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
