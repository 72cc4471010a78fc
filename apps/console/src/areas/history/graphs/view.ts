import type { HistoryRange } from '../../../device/history.ts';
import { secondsOfWallTime, wallTimeOf } from '../../../lib/time/wall-time.ts';
import { DEFAULT_OVERLAY, PANELS, type Panel } from './panels.ts';

export const RANGE_S = {
  hour: 3600,
  day: 86_400,
  week: 7 * 86_400,
  month: 30 * 86_400,
  year: 365 * 86_400,
} as const;
export type RangeName = keyof typeof RANGE_S;
export const RANGE_NAMES = Object.keys(RANGE_S) as RangeName[];

const COMPARED_DAYS = { day: 1, week: 7 } as const;
export type Compared = keyof typeof COMPARED_DAYS;
export const COMPARED = Object.keys(COMPARED_DAYS) as Compared[];

/** All that an address of the graphs reproduces. */
export interface GraphView {
  range: HistoryRange;
  /** The same hours a day or a week earlier, behind the lines. */
  compare?: Compared | undefined;
  /** The device beside the one of the page. */
  withDevice?: string | undefined;
  /** These quantities in one graph, in the order of the panels; without it each has its own. */
  overlay?: readonly Panel['id'][] | undefined;
}

const DEFAULT_RANGE = { lastS: RANGE_S.day };
const LEAST_S = 60;
/** The server answers up to eleven years. */
const MOST_S = 10 * 366 * 86_400;

export interface Bounds {
  fromS: number;
  toS: number;
}

export const boundsOf = (range: HistoryRange, nowS: number): Bounds =>
  'lastS' in range ? { fromS: nowS - range.lastS, toS: nowS } : range;

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** Whole seconds, not in the future, not too short or long. */
export function rangeFrom(fromS: number, toS: number, nowS: number): HistoryRange {
  const lengthS = Math.round(clamp(toS - fromS, LEAST_S, MOST_S));
  const end = Math.round(clamp(fromS + lengthS, lengthS, Math.max(lengthS, nowS)));
  return { fromS: end - lengthS, toS: end };
}

/** Zooms about a moment. A range up to now without a moment keeps ending now. */
export function zoom(range: HistoryRange, factor: number, nowS: number, atS?: number): HistoryRange {
  if ('lastS' in range && atS === undefined)
    return { lastS: Math.round(clamp(range.lastS * factor, LEAST_S, MOST_S)) };
  const { fromS, toS } = boundsOf(range, nowS);
  const anchorS = atS ?? (fromS + toS) / 2;
  const lengthS = clamp((toS - fromS) * factor, LEAST_S, MOST_S);
  const start = anchorS - ((anchorS - fromS) / (toS - fromS)) * lengthS;
  return rangeFrom(start, start + lengthS, nowS);
}

/** Moves a range by a share of its length. One up to now stays when it is moved to the future. */
export function pan(range: HistoryRange, share: number, nowS: number): HistoryRange {
  if ('lastS' in range && share >= 0) return range;
  const { fromS, toS } = boundsOf(range, nowS);
  const byS = (toS - fromS) * share;
  return rangeFrom(fromS + byS, toS + byS, nowS);
}

/** Seconds from a moment back to the same time of the clock some days earlier: a day of 23 or 25 hours counts as one. */
export function shiftS(atS: number, compared: Compared): number {
  const minute = Math.floor(atS / 60) * 60;
  const wall = wallTimeOf(minute);
  return minute - secondsOfWallTime({ ...wall, day: wall.day - COMPARED_DAYS[compared] });
}

/** The range a day or a week earlier. One up to now grows by steps, so that it is not requested at each second. */
export function earlierRange(range: HistoryRange, nowS: number, compared: Compared) {
  const { fromS, toS } = boundsOf(range, nowS);
  const stepS = 'lastS' in range ? Math.max(60, Math.round(range.lastS / 96)) : 1;
  const byS = shiftS(fromS, compared);
  const bounds = {
    fromS: Math.floor(fromS / stepS) * stepS - byS,
    toS: Math.ceil(toS / stepS) * stepS - byS,
  };
  return { range: bounds, byS };
}

const PARTS = {
  closed: /^(\d{1,10})-(\d{1,10})$/,
  open: /^last-(\d{1,9})$/,
  compare: /^vs-(day|week)$/,
  with: /^with-([\w-]{1,64})$/,
  overlay: /^(overlay(?:-\w{1,200})?)$/,
};

function readRange(parts: readonly string[], nowS: number): HistoryRange {
  for (const part of parts) {
    const name = RANGE_NAMES.find((known) => known === part);
    if (name) return { lastS: RANGE_S[name] };
    const [, lastS] = PARTS.open.exec(part) ?? [];
    if (lastS) return { lastS: clamp(Number(lastS), LEAST_S, MOST_S) };
    const [, from, to] = PARTS.closed.exec(part) ?? [];
    if (from && to && Number(from) < Number(to)) return rangeFrom(Number(from), Number(to), nowS);
  }
  return DEFAULT_RANGE;
}

/** Unknown names are ignored; without a known one these are the usual quantities. */
function readOverlay(part: string): readonly Panel['id'][] {
  const names = part.slice('overlay-'.length).split('_');
  const known = PANELS.map(({ id }) => id).filter((id) => names.includes(id));
  return known.length > 0 ? known : DEFAULT_OVERLAY;
}

/** The view of an address such as `week.vs-day`, `day.overlay-pressure_current` or `1790000000-1790086400`; parts that are not valid are ignored. */
export function readView(text: string | undefined, nowS: number): GraphView {
  const parts = (text ?? '').split('.');
  const found = (pattern: RegExp) => parts.map((part) => pattern.exec(part)?.[1]).find(Boolean);
  const compare = found(PARTS.compare) as Compared | undefined;
  const withDevice = found(PARTS.with);
  const overlay = found(PARTS.overlay);
  return {
    range: readRange(parts, nowS),
    ...(compare && { compare }),
    ...(withDevice && { withDevice }),
    ...(overlay && { overlay: readOverlay(overlay) }),
  };
}

function writeRange(range: HistoryRange): string {
  if (!('lastS' in range)) return `${range.fromS}-${range.toS}`;
  return RANGE_NAMES.find((name) => RANGE_S[name] === range.lastS) ?? `last-${range.lastS}`;
}

export const writeView = ({ range, compare, withDevice, overlay }: GraphView): string =>
  [
    writeRange(range),
    compare && `vs-${compare}`,
    withDevice && `with-${withDevice}`,
    overlay && `overlay-${overlay.join('_')}`,
  ]
    .filter(Boolean)
    .join('.');
