import { anAlert } from '@manoboard/testkit/alert-factories';
import { describe, expect, it } from 'vitest';
import type { Lines } from './series.ts';
import { reasonOf, spikesOf } from './spikes.ts';

const STEP_S = 3600;
const COUNT = 200;
/** Buckets around 4 bar with some noise. */
function year(change: Record<number, { min?: number; max?: number }>, count = COUNT): Lines {
  const x = Array.from({ length: count }, (_, at) => at * STEP_S);
  const noise = (at: number) => 0.1 * Math.sin(at);
  return {
    x,
    avg: x.map(() => 4),
    gaps: [],
    stepS: STEP_S,
    endS: count * STEP_S,
    stored: count,
    min: x.map((_, at) => change[at]?.min ?? 3.5 + noise(at)),
    max: x.map((_, at) => change[at]?.max ?? 4.5 + noise(at)),
  };
}
const bounds = { fromS: 0, toS: COUNT * STEP_S };

describe('R4.13 spikes of the pressure', () => {
  it('are the buckets far beyond the others, above and below', () => {
    expect(spikesOf(year({ 50: { max: 6 }, 120: { min: 1.2 } }), bounds)).toEqual([
      { atS: 50 * STEP_S, value: 6, isPeak: true },
      { atS: 120 * STEP_S, value: 1.2, isPeak: false },
    ]);
  });

  it('are not found in noise, in a regular cycle, and among few buckets', () => {
    expect(spikesOf(year({}), bounds)).toEqual([]);
    const cycle = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [n * 10, { max: 6 }]));
    expect(spikesOf(year(cycle), bounds)).toEqual([]);
    expect(spikesOf(year({ 5: { max: 9 } }, 20), bounds)).toEqual([]);
  });

  it('are at most two on each side, the greatest ones, apart from each other', () => {
    const lines = year({ 10: { max: 7 }, 12: { max: 8 }, 90: { max: 6.5 }, 160: { max: 7.5 } });
    expect(spikesOf(lines, bounds).map(({ atS }) => atS / STEP_S)).toEqual([12, 160]);
  });

  it('outside the visible range are ignored', () => {
    const lines = year({ 10: { max: 7 } });
    expect(spikesOf(lines, { ...bounds, fromS: 20 * STEP_S })).toEqual([]);
  });

  it.each([
    ['of the same bucket is the reason', 'pipe_burst', 120, true],
    ['that began in the bucket and was raised later is the reason', 'pipe_burst', 3000, true],
    ['before the bucket is not the reason', 'pipe_burst', -4000, false],
    ['that raises the pressure does not explain a dip', 'over_pressure', 120, false],
    ['about something else is not the reason', 'weak_wifi', 120, false],
  ] as const)('an alert %s', (_case, kind, byS, isReason) => {
    const atS = 100 * STEP_S;
    const alert = anAlert({ kind, timestamp: atS + byS, since_timestamp: Math.min(atS + byS, atS + 60) });
    const reason = reasonOf({ atS, value: 1, isPeak: false }, STEP_S, [alert]);
    expect(reason !== undefined).toBe(isReason);
  });
});
