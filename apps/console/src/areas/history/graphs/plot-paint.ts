import type uPlot from 'uplot';
import type { Gap } from './series.ts';

/** A stretch of a panel without values; what is not loaded yet looks like a gap but is none. `rule`: the condition of an alert holds. */
export interface Stretch {
  from: number;
  to: number;
  reason: Gap['reason'] | 'not_loaded' | 'rule';
}
/** A horizontal line with its label at the right. */
export interface Limit {
  value: number;
  label: string;
  /** The threshold of a rule. */
  isAlarm?: true;
}

/** An extreme that is far from the usual values, with its name. */
export interface Spike {
  atS: number;
  value: number;
  isPeak: boolean;
  text: string;
  /** The name is that of an alert. */
  isAlert: boolean;
}

/** Resolves CSS colours for a canvas, which knows no variables. */
export function createColours(box: HTMLElement) {
  const known = new Map<string, string>();
  return (value: string): string => {
    const cached = known.get(value);
    if (cached !== undefined) return cached;
    // A fresh element: one with a transition would return its former colour.
    const probe = document.createElement('i');
    probe.style.color = value;
    box.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    known.set(value, color);
    return color;
  };
}
export type Colours = ReturnType<typeof createColours>;

export const faded = (variable: string, percent: number) =>
  `color-mix(in srgb, var(${variable}) ${percent}%, transparent)`;

const TILE_PX = 7;

/** The values exist, but are not here: not evaluated by the server, or not loaded. */
const isUnknown = (reason: Stretch['reason']) => reason === 'pending' || reason === 'not_loaded';

/** Lines at 45° for offline and what is not known yet, dots for a converter that is silent, small dashes for not measured. */
function pattern(ctx: CanvasRenderingContext2D, ink: string, reason: Stretch['reason']) {
  const tile = document.createElement('canvas');
  const side = Math.round(TILE_PX * devicePixelRatio);
  tile.width = side;
  tile.height = side;
  const tileCtx = tile.getContext('2d');
  if (!tileCtx) return ink;
  tileCtx.strokeStyle = ink;
  tileCtx.fillStyle = ink;
  tileCtx.lineWidth = devicePixelRatio;
  if (reason === 'offline' || isUnknown(reason)) {
    for (const start of [-side, 0, side]) {
      tileCtx.beginPath();
      tileCtx.moveTo(start, side);
      tileCtx.lineTo(start + side, 0);
      tileCtx.stroke();
    }
  } else {
    const width = (reason === 'link_lost' ? 1.6 : 4) * devicePixelRatio;
    tileCtx.fillRect((side - width) / 2, side / 2, width, 1.6 * devicePixelRatio);
  }
  return ctx.createPattern(tile, 'repeat') ?? ink;
}

export function paintStretches(u: uPlot, stretches: readonly Stretch[], colours: Colours) {
  const { ctx, bbox, scales } = u;
  const [min = 0, max = 0] = [scales.x?.min, scales.x?.max];
  for (const { from, to, reason } of stretches) {
    if (to <= min || from >= max) continue;
    const left = u.valToPos(Math.max(from, min), 'x', true);
    const width = Math.max(devicePixelRatio, u.valToPos(Math.min(to, max), 'x', true) - left);
    ctx.save();
    if (reason === 'rule') {
      ctx.fillStyle = colours(faded('--stop', 16));
      ctx.fillRect(left, bbox.top, width, bbox.height);
      ctx.restore();
      continue;
    }
    ctx.fillStyle = colours('var(--inset)');
    ctx.fillRect(left, bbox.top, width, bbox.height);
    if (reason === 'no_data_yet') {
      ctx.restore();
      continue;
    }
    ctx.fillStyle = pattern(ctx, colours(faded('--off', isUnknown(reason) ? 25 : 45)), reason);
    ctx.fillRect(left, bbox.top, width, bbox.height);
    ctx.restore();
  }
}

export interface Box {
  left: number;
  top: number;
  width: number;
}

const LIMIT_PX = 16;
const LIMIT_FONT = (px: number) => `600 ${11 * px}px Inter, sans-serif`;

/** Where the label of a limit is, in pixels of the canvas; undefined if the limit is not in the plot. */
export function limitBox(u: uPlot, { value, label }: Limit, scale: string): Box | undefined {
  const { ctx, bbox, scales } = u;
  const px = devicePixelRatio;
  const [low = 0, high = 0] = [scales[scale]?.min, scales[scale]?.max];
  if (value < low || value > high) return undefined;
  ctx.font = LIMIT_FONT(px);
  const width = ctx.measureText(label).width + 10 * px;
  const y = Math.round(u.valToPos(value, scale, true)) + 0.5;
  // The label of a limit at the edge of the plot would cover the times.
  const middle = Math.min(bbox.top + bbox.height - 8 * px, Math.max(bbox.top + 8 * px, y));
  return { left: bbox.left + bbox.width - 8 * px - width, top: middle - 8 * px, width };
}

export function paintLimits(u: uPlot, limits: readonly Limit[], scale: string, colours: Colours) {
  const { ctx, bbox } = u;
  const px = devicePixelRatio;
  for (const limit of limits) {
    const { value, label, isAlarm } = limit;
    const box = limitBox(u, limit, scale);
    if (!box) continue;
    const ink = colours(isAlarm ? 'var(--stop-ink)' : 'var(--dim)');
    const y = Math.round(u.valToPos(value, scale, true)) + 0.5;
    const right = bbox.left + bbox.width;
    ctx.save();
    ctx.strokeStyle = ink;
    ctx.lineWidth = (isAlarm ? 1.25 : 1) * px;
    ctx.setLineDash(isAlarm ? [2 * px, 3 * px] : [px, 4 * px]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(right, y);
    ctx.stroke();
    ctx.font = LIMIT_FONT(px);
    ctx.textAlign = 'right';
    ctx.textBaseline = 'middle';
    ctx.fillStyle = colours('var(--card)');
    ctx.fillRect(box.left, box.top, box.width, LIMIT_PX * px);
    ctx.fillStyle = ink;
    ctx.fillText(label, right - 13 * px, box.top + 9 * px);
    ctx.restore();
  }
}

interface Place {
  x: number;
  y: number;
  scale: string;
}

/** The end of a live line. */
export function paintTail(u: uPlot, { x, y, scale }: Place, colour: string, colours: Colours) {
  const { ctx } = u;
  const [left, top] = [u.valToPos(x, 'x', true), u.valToPos(y, scale, true)];
  for (const [radius, percent] of [
    [8, 18],
    [3.5, 100],
  ] as const) {
    ctx.fillStyle = colours(faded(colour, percent));
    ctx.beginPath();
    ctx.arc(left, top, radius * devicePixelRatio, 0, 2 * Math.PI);
    ctx.fill();
  }
}

const PILL_PX = 20;

/** Where the label of a spike is: beyond its tip, or beside it where the plot ends. */
function pillPlace(u: uPlot, { atS, value, isPeak }: Spike, scale: string, width: number) {
  const { bbox } = u;
  const px = devicePixelRatio;
  const [x, tip, height] = [u.valToPos(atS, 'x', true), u.valToPos(value, scale, true), PILL_PX * px];
  const top = isPeak ? tip - 4 * px - height : tip + 4 * px;
  const hasRoom = top >= bbox.top && top + height <= bbox.top + bbox.height;
  const isLeft = x + 8 * px + width > bbox.left + bbox.width;
  const beside = isLeft ? x - 8 * px - width : x + 8 * px;
  const left = hasRoom ? x - width / 2 : beside;
  return {
    left: Math.min(bbox.left + bbox.width - width, Math.max(bbox.left, left)),
    top: Math.min(bbox.top + bbox.height - height, Math.max(bbox.top, top)),
    height,
  };
}

export function paintSpikes(u: uPlot, spikes: readonly Spike[], scale: string, colours: Colours) {
  const { ctx, scales } = u;
  const px = devicePixelRatio;
  const [min = 0, max = 0] = [scales.x?.min, scales.x?.max];
  for (const spike of spikes) {
    if (spike.atS < min || spike.atS > max) continue;
    const text = `${spike.isPeak ? '↑' : '↓'} ${spike.text}`;
    ctx.save();
    ctx.font = `600 ${11 * px}px Inter, sans-serif`;
    ctx.textAlign = 'left';
    ctx.textBaseline = 'middle';
    const width = ctx.measureText(text).width + 16 * px;
    const { left, top, height } = pillPlace(u, spike, scale, width);
    ctx.fillStyle = colours('var(--card)');
    ctx.strokeStyle = colours('var(--line-strong)');
    ctx.lineWidth = px;
    ctx.beginPath();
    ctx.roundRect(left, top, width, height, height / 2);
    ctx.fill();
    ctx.stroke();
    ctx.fillStyle = colours(spike.isAlert ? 'var(--stop-ink)' : 'var(--ink)');
    ctx.fillText(text, left + 8 * px, top + height / 2 + px);
    ctx.restore();
  }
}
