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
    ctx.fillStyle = pattern(ctx, colours(faded('--off', isUnknown(reason) ? 25 : 45)), reason);
    ctx.fillRect(left, bbox.top, width, bbox.height);
    ctx.restore();
  }
}

export function paintLimits(u: uPlot, limits: readonly Limit[], colours: Colours) {
  const { ctx, bbox, scales } = u;
  const px = devicePixelRatio;
  for (const { value, label, isAlarm } of limits) {
    const ink = colours(isAlarm ? 'var(--stop-ink)' : 'var(--dim)');
    const [low = 0, high = 0] = [scales.y?.min, scales.y?.max];
    if (value < low || value > high) continue;
    const y = Math.round(u.valToPos(value, 'y', true)) + 0.5;
    const right = bbox.left + bbox.width;
    ctx.save();
    ctx.strokeStyle = ink;
    ctx.lineWidth = (isAlarm ? 1.25 : 1) * px;
    ctx.setLineDash(isAlarm ? [2 * px, 3 * px] : [px, 4 * px]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(right, y);
    ctx.stroke();
    ctx.font = `600 ${11 * px}px Inter, sans-serif`;
    ctx.textAlign = 'right';
    ctx.textBaseline = 'middle';
    const width = ctx.measureText(label).width + 10 * px;
    ctx.fillStyle = colours('var(--card)');
    ctx.fillRect(right - 8 * px - width, y - 8 * px, width, 16 * px);
    ctx.fillStyle = ink;
    ctx.fillText(label, right - 13 * px, y + px);
    ctx.restore();
  }
}

/** The end of a live line. */
export function paintTail(u: uPlot, x: number, y: number, colour: string, colours: Colours) {
  const { ctx } = u;
  const [left, top] = [u.valToPos(x, 'x', true), u.valToPos(y, 'y', true)];
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
