import type { LastData } from '@manoboard/contract/device/device';
import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import { fieldTime } from '@manoboard/domain/telemetry/last-data';

/** Frames of the last five minutes, at most one a second. */
const KEPT_S = 300;
const MOST_FRAMES = 300;
/** A longer gap breaks the line: the values in between are unknown. */
const GAP_S = 65;
/** Shortest time span of the line. */
const SHORTEST_S = 60;

/** The frames of the last minutes, oldest first. */
export function keepRecent(recent: readonly LastData[], incoming: LastData): readonly LastData[] {
  const { ts } = incoming;
  if (ts === null) return recent;
  const kept = recent.filter((frame) => frame.ts !== null && ts - frame.ts <= KEPT_S && frame.ts < ts);
  return [...kept.slice(1 - MOST_FRAMES), incoming];
}

interface Point {
  t: number;
  value: number;
}

/** The measurements of one field, each once. */
function pointsOf(recent: readonly LastData[], field: ReadingField): Point[] {
  const points: Point[] = [];
  for (const frame of recent) {
    const t = fieldTime(frame, field);
    const value = frame.data[field];
    if (t === null || value === null || value === undefined) continue;
    const before = points.at(-1);
    if (!before || t > before.t) points.push({ t, value });
  }
  return points;
}

export interface TracePoint {
  /** From 0, the oldest, to 1, the newest. */
  x: number;
  /** From 0, the lowest, to 1, the highest. */
  y: number;
}

/** One line for each stretch without a gap. `leastSpan` keeps the noise of a steady value small. */
export function traceOf(recent: readonly LastData[], field: ReadingField, leastSpan: number): TracePoint[][] {
  const points = pointsOf(recent, field);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || first === last) return [];
  const spanS = Math.max(SHORTEST_S, last.t - first.t);
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = Math.max(leastSpan, high - low);
  const base = (low + high - span) / 2;
  const lines: TracePoint[][] = [];
  points.forEach(({ t, value }, at) => {
    const before = points[at - 1];
    if (!before || t - before.t > GAP_S) lines.push([]);
    lines.at(-1)?.push({ x: 1 - (last.t - t) / spanS, y: (value - base) / span });
  });
  return lines.filter((line) => line.length > 1);
}
