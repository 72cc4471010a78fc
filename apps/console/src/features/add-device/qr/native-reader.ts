import type { Picture } from './picture.ts';

interface BarcodeDetector {
  detect: (picture: Picture) => Promise<{ rawValue: string }[]>;
}
interface BarcodeDetectorClass {
  new (options: { formats: string[] }): BarcodeDetector;
  getSupportedFormats: () => Promise<string[]>;
}

const FORMAT = 'qr_code';

/** The browser's BarcodeDetector, or undefined if it cannot read QR codes. */
export async function createNativeReader() {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: BarcodeDetectorClass };
  const formats = await BarcodeDetector?.getSupportedFormats().catch((): string[] => []);
  if (!BarcodeDetector || !formats?.includes(FORMAT)) return undefined;
  const detector = new BarcodeDetector({ formats: [FORMAT] });
  return {
    read: async (picture: Picture) => (await detector.detect(picture)).map(({ rawValue }) => rawValue),
  };
}
