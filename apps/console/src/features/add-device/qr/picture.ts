/** What a camera or a file shows. */
export type Picture = HTMLVideoElement | ImageBitmap;

const sizeOf = (picture: Picture) =>
  picture instanceof HTMLVideoElement
    ? { width: picture.videoWidth, height: picture.videoHeight }
    : { width: picture.width, height: picture.height };

/** The picture's pixels, with no side longer than this: more of them cost time and find nothing more. */
export function pixelsOf(picture: Picture, longestSide: number, canvas: HTMLCanvasElement): ImageData {
  const { width, height } = sizeOf(picture);
  const scale = Math.min(1, longestSide / Math.max(width, height));
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser gives no canvas');
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
