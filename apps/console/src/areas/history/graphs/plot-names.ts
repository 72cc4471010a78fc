import type uPlot from 'uplot';
import { type Drawing, type Layer, scaleKey } from './plot-layers.ts';
import { type Box, type Colours, limitBox } from './plot-paint.ts';
import { nearest } from './series.ts';

const NAME_PX = 16;

const overlaps = (a: Box, b: Box, height: number) =>
  a.left < b.left + b.width && b.left < a.left + a.width && Math.abs(a.top - b.top) < height;

/** The free place nearest to the wanted one, up or down; the wanted one if the plot is full. All labels are equally high. */
export function freeTop(
  wanted: Box,
  taken: readonly Box[],
  height: number,
  plot: Omit<Box, 'left' | 'width'> & { height: number },
) {
  const isFree = (top: number) => !taken.some((other) => overlaps({ ...wanted, top }, other, height));
  const steps = Math.ceil(plot.height / height);
  const tops = Array.from(
    { length: 2 * steps },
    (_, n) => wanted.top + height * (n % 2 === 0 ? n / 2 : -(n + 1) / 2),
  );
  const isInside = (top: number) => top >= plot.top && top + height <= plot.top + plot.height;
  return tops.find((top) => isInside(top) && isFree(top)) ?? wanted.top;
}

/** A moment near the wanted one at which the line has a value. */
function placeOf({ lines }: Layer, atS: number): [number, number] | undefined {
  const middle = nearest(lines.x, atS);
  if (middle === undefined) return undefined;
  for (let by = 0; by < lines.x.length / 4; by++) {
    for (const index of [middle - by, middle + by]) {
      const [x, y] = [lines.x[index], lines.avg[index]];
      if (x !== undefined && typeof y === 'number') return [x, y];
    }
  }
  return undefined;
}

/** The name of each line at the line: colours alone do not tell them apart. The places are spread over the width. */
export function paintNames(u: uPlot, { layers, bounds }: Drawing, colours: Colours) {
  const { ctx, bbox } = u;
  const px = devicePixelRatio;
  const height = NAME_PX * px;
  const placed = layers.flatMap(({ limits, scale }) =>
    limits.flatMap((limit) => limitBox(u, limit, scaleKey(scale)) ?? []),
  );
  ctx.save();
  ctx.font = `600 ${11 * px}px Inter, sans-serif`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  layers.forEach((layer, at) => {
    const share = (at + 0.5) / layers.length;
    const place = placeOf(layer, bounds.fromS + share * (bounds.toS - bounds.fromS));
    if (!place || place[0] < bounds.fromS || place[0] > bounds.toS) return;
    const width = ctx.measureText(layer.name).width + 20 * px;
    const x = u.valToPos(place[0], 'x', true) - width / 2;
    const wanted: Box = {
      left: Math.min(bbox.left + bbox.width - width, Math.max(bbox.left, x)),
      top: Math.max(bbox.top, u.valToPos(place[1], scaleKey(layer.scale), true) - 1.5 * height),
      width,
    };
    const box = { ...wanted, top: freeTop(wanted, placed, height, bbox) };
    placed.push(box);
    ctx.fillStyle = colours('var(--card)');
    ctx.beginPath();
    ctx.roundRect(box.left, box.top, width, height, 4 * px);
    ctx.fill();
    ctx.fillStyle = colours(`var(${layer.colour})`);
    ctx.fillRect(box.left + 4 * px, box.top + height / 2 - px, 8 * px, 3 * px);
    ctx.fillStyle = colours('var(--ink)');
    ctx.fillText(layer.name, box.left + 16 * px, box.top + height / 2 + px);
  });
  ctx.restore();
}

/** The unit above each axis, with the colours of its lines. */
export function paintUnits(u: uPlot, { layers, scales }: Drawing, axisPx: number, colours: Colours) {
  const { ctx, bbox } = u;
  const px = devicePixelRatio;
  ctx.save();
  ctx.font = `600 ${11 * px}px Inter, sans-serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  scales.forEach(({ unit }, at) => {
    const byPx = (Math.floor(at / 2) + 0.5) * axisPx * px;
    const x = at % 2 === 0 ? bbox.left - byPx : bbox.left + bbox.width + byPx;
    ctx.fillStyle = colours('var(--dim)');
    ctx.fillText(unit, x, 5 * px);
    const own = layers.filter(({ scale }) => scale === at);
    own.forEach(({ colour }, n) => {
      ctx.fillStyle = colours(`var(${colour})`);
      ctx.fillRect(x + (n - own.length / 2) * 10 * px + px, 13 * px, 8 * px, 3 * px);
    });
  });
  ctx.restore();
}
