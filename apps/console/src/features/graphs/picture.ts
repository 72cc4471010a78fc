import { saveFile } from '../../lib/download.ts';

const PADDING = 16;
const HEAD_PX = 40;
const TITLE_PX = 18;

/** Saves the panels below an element as one PNG picture, with the name of the device and the period above them. */
export async function savePicture(board: HTMLElement, title: string, fileName: string) {
  const rows = [...board.querySelectorAll<HTMLElement>('[data-panel]')].flatMap((row) => {
    const canvas = row.querySelector('canvas');
    return canvas ? [{ canvas, name: row.dataset.panel ?? '' }] : [];
  });
  const px = devicePixelRatio;
  const picture = document.createElement('canvas');
  picture.width = Math.max(1, ...rows.map(({ canvas }) => canvas.width)) + 2 * PADDING * px;
  const heights = rows.map(({ canvas }) => canvas.height + TITLE_PX * px);
  picture.height = (HEAD_PX + 2 * PADDING) * px + heights.reduce((sum, height) => sum + height, 0);
  const ctx = picture.getContext('2d');
  if (!ctx) return;
  const style = getComputedStyle(board);
  const write = (text: string, weight: number, size: number, y: number) => {
    ctx.font = `${weight} ${size * px}px Inter, sans-serif`;
    ctx.fillText(text, PADDING * px, y);
  };
  ctx.fillStyle = style.getPropertyValue('--card');
  ctx.fillRect(0, 0, picture.width, picture.height);
  ctx.fillStyle = style.getPropertyValue('--ink');
  ctx.textBaseline = 'top';
  write(title, 650, 16, PADDING * px);
  let y = (PADDING + HEAD_PX) * px;
  rows.forEach(({ canvas, name }, at) => {
    write(name, 550, 12, y);
    ctx.drawImage(canvas, PADDING * px, y + TITLE_PX * px);
    y += heights[at] ?? 0;
  });
  const file = await new Promise<Blob | null>((done) => picture.toBlob(done, 'image/png'));
  if (file) saveFile(file, fileName);
}
