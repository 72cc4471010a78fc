import { openQrReader } from './qr-reader.ts';

export type FileProblem = 'notAPicture' | 'readerFailed';

/** Reads the QR codes of an image file. */
export async function readFile(file: Blob): Promise<{ texts: string[] } | { problem: FileProblem }> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return { problem: 'notAPicture' };
  const reader = await openQrReader();
  try {
    return { texts: await reader.read(picture) };
  } catch {
    return { problem: 'readerFailed' };
  } finally {
    reader.close();
    picture.close();
  }
}
