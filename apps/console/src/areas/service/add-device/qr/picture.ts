/** A camera frame or an image file. */
export type Picture = HTMLVideoElement | ImageBitmap;

const sizeOf = (picture: Picture) =>
  picture instanceof HTMLVideoElement
    ? { width: picture.videoWidth, height: picture.videoHeight }
    : { width: picture.width, height: picture.height };

/** Scales down to `longestSide`: more pixels cost time and find no more codes. */
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
