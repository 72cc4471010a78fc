import { createNativeReader } from './native-reader.ts';
import type { Picture } from './picture.ts';
import { createWasmReader } from './wasm-reader.ts';

/** Finds the QR codes in a picture. */
export interface QrReader {
  read: (picture: Picture) => Promise<string[]>;
  close: () => void;
}

/** The browser's own reader where it has one, else ours; also when the browser's turns out not to work. */
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
