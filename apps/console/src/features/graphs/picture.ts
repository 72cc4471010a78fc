import { saveFile } from '../../lib/download.ts';

const PADDING = 16;
const HEAD_PX = 40;
const TITLE_PX = 18;

interface PicturedBoard {
  element: HTMLElement;
  title: string;
}

/** The panels of a board, with their places in the picture in pixels of the canvas. */
function layOut({ element, title }: PicturedBoard, left: number, px: number) {
  let y = (PADDING + HEAD_PX) * px;
  const rows = [...element.querySelectorAll<HTMLElement>('[data-panel]')].flatMap((row) => {
    const canvas = row.querySelector('canvas');
    if (!canvas) return [];
    const top = y;
    y += canvas.height + TITLE_PX * px;
    return [{ canvas, name: row.dataset.panel ?? '', top }];
  });
  const width = Math.max(1, ...rows.map(({ canvas }) => canvas.width)) + 2 * PADDING * px;
  return { title, rows, left, width, height: y + PADDING * px };
}

/** Saves the panels of boards side by side as one PNG picture, each with the name of its device and the period above. */
export async function savePicture(boards: readonly PicturedBoard[], fileName: string) {
  const px = devicePixelRatio;
  const placed: ReturnType<typeof layOut>[] = [];
  for (const board of boards) {
    const before = placed.at(-1);
    placed.push(layOut(board, before ? before.left + before.width : 0, px));
  }
  const picture = document.createElement('canvas');
  picture.width = placed.reduce((sum, { width }) => sum + width, 0);
  picture.height = Math.max(...placed.map(({ height }) => height));
  const ctx = picture.getContext('2d');
  const [first] = boards;
  if (!ctx || !first) return;
  const style = getComputedStyle(first.element);
  const write = (text: string, weight: number, size: number, x: number, y: number) => {
    ctx.font = `${weight} ${size * px}px Inter, sans-serif`;
    ctx.fillText(text, x, y);
  };
  ctx.fillStyle = style.getPropertyValue('--card');
  ctx.fillRect(0, 0, picture.width, picture.height);
  ctx.fillStyle = style.getPropertyValue('--ink');
  ctx.textBaseline = 'top';
  for (const { title, rows, left } of placed) {
    const x = left + PADDING * px;
    write(title, 650, 16, x, PADDING * px);
    for (const { canvas, name, top } of rows) {
      write(name, 550, 12, x, top);
      ctx.drawImage(canvas, x, top + TITLE_PX * px);
    }
  }
  const file = await new Promise<Blob | null>((done) => picture.toBlob(done, 'image/png'));
  if (file) saveFile(file, fileName);
}
