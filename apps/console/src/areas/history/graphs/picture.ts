import { saveFile } from '../../../lib/http/download.ts';

const PADDING = 16;
const HEAD_PX = 40;
const TITLE_PX = 18;
/** Room above and below the bars for the numbers of their axis. */
const BARS_MARGIN_PX = 10;

interface PicturedSheet {
  element: HTMLElement;
  title: string;
}

/** What is copied into the picture: the canvas of a panel, or the bars of the months. */
type Content = { canvas: HTMLCanvasElement } | { bars: HTMLElement };

function contentOf(row: HTMLElement): Content | undefined {
  const canvas = row.querySelector('canvas');
  if (canvas) return { canvas };
  const bars = row.querySelector<HTMLElement>('[data-bars]');
  return bars ? { bars } : undefined;
}

/** The numbers of the value axis are in the margin, as wide as the axes of the canvas above. */
const axisPx = (bars: HTMLElement) => Number.parseFloat(getComputedStyle(bars).marginLeft) || 0;

/** In pixels of the canvas. */
function sizeOf(content: Content, px: number) {
  if ('canvas' in content) return { width: content.canvas.width, height: content.canvas.height };
  const { width, height } = content.bars.getBoundingClientRect();
  return { width: (width + axisPx(content.bars)) * px, height: (height + 2 * BARS_MARGIN_PX) * px };
}

/** The panels of a sheet, with their places in the picture in pixels of the canvas. */
function layOut({ element, title }: PicturedSheet, left: number, px: number) {
  let y = (PADDING + HEAD_PX) * px;
  const rows = [...element.querySelectorAll<HTMLElement>('[data-panel]')].flatMap((row) => {
    const content = contentOf(row);
    if (!content) return [];
    const [top, size] = [y, sizeOf(content, px)];
    y += size.height + TITLE_PX * px;
    return [{ content, name: row.dataset.panel ?? '', top, width: size.width }];
  });
  const width = Math.max(1, ...rows.map((row) => row.width)) + 2 * PADDING * px;
  return { title, rows, left, width, height: y + PADDING * px };
}

/** Bars are elements of the page: they are drawn where the page shows them, with its colours. */
function drawBars(ctx: CanvasRenderingContext2D, box: HTMLElement, left: number, top: number, px: number) {
  const origin = box.getBoundingClientRect();
  ctx.save();
  ctx.translate(left, top);
  ctx.scale(px, px);
  ctx.textAlign = 'right';
  ctx.textBaseline = 'middle';
  for (const bar of box.querySelectorAll<HTMLElement>('[data-bar]')) {
    const style = getComputedStyle(bar);
    const rect = bar.getBoundingClientRect();
    const [x, y] = [rect.left - origin.left + axisPx(box), rect.top - origin.top + BARS_MARGIN_PX];
    const kind = bar.dataset.bar;
    ctx.strokeStyle = style.borderTopColor;
    ctx.setLineDash(kind === 'before' ? [3, 2] : []);
    if (kind === 'now') {
      ctx.fillStyle = style.backgroundColor;
      ctx.fillRect(x, y, rect.width, rect.height);
    } else if (kind === 'before') ctx.strokeRect(x + 0.5, y + 0.5, rect.width - 1, rect.height);
    else {
      ctx.fillStyle = style.borderTopColor;
      ctx.fillRect(x, y, rect.width, 1);
      const label = bar.firstElementChild;
      ctx.fillStyle = label ? getComputedStyle(label).color : style.color;
      ctx.font = '11.5px Inter, sans-serif';
      ctx.fillText(bar.textContent ?? '', x - 8, y);
    }
  }
  ctx.restore();
}

/** Saves the panels of sheets side by side as one PNG picture, each with the name of its device and the period above. */
export async function savePicture(sheets: readonly PicturedSheet[], fileName: string) {
  const px = devicePixelRatio;
  const placed: ReturnType<typeof layOut>[] = [];
  for (const sheet of sheets) {
    const before = placed.at(-1);
    placed.push(layOut(sheet, before ? before.left + before.width : 0, px));
  }
  const picture = document.createElement('canvas');
  picture.width = placed.reduce((sum, { width }) => sum + width, 0);
  picture.height = Math.max(...placed.map(({ height }) => height));
  const ctx = picture.getContext('2d');
  const [first] = sheets;
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
    for (const { content, name, top } of rows) {
      write(name, 550, 12, x, top);
      const contentTop = top + TITLE_PX * px;
      if ('canvas' in content) ctx.drawImage(content.canvas, x, contentTop);
      else drawBars(ctx, content.bars, x, contentTop, px);
    }
  }
  const file = await new Promise<Blob | null>((done) => picture.toBlob(done, 'image/png'));
  if (file) saveFile(file, fileName);
}
