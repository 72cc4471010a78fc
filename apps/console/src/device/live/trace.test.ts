import { describe, expect, it } from 'vitest';
import { measured, T } from '../../testing/live-page.tsx';
import { keepRecent, traceOf } from './trace.ts';

const at = (s: number, pressure: number, change = {}) =>
  measured({ pressure }, { ts: T + s, received_at: T + s, ...change });
const frames = (...rows: [number, number][]) => rows.map(([s, bar]) => at(s, bar));

describe('the recent frames of a device', () => {
  it('cover five minutes', () => {
    const kept = [0, 100, 299, 300, 301].reduce<ReturnType<typeof keepRecent>>(
      (recent, s) => keepRecent(recent, at(s, 4)),
      [],
    );
    expect(kept.map(({ ts }) => (ts ?? 0) - T)).toEqual([100, 299, 300, 301]);
  });

  it('contain the later of two frames of the same second, and none without a time', () => {
    const kept = keepRecent(keepRecent([], at(0, 4)), at(0, 5));
    expect(kept.map(({ data }) => data.pressure)).toEqual([5]);
    expect(keepRecent(kept, at(1, 6, { ts: null }))).toBe(kept);
  });

  it('contain at most one frame a second', () => {
    let kept: ReturnType<typeof keepRecent> = [];
    for (let s = 0; s < 1000; s += 0.5) kept = keepRecent(kept, at(s, 4));
    expect(kept).toHaveLength(300);
  });
});

describe('the trace of a value', () => {
  it('is scaled from the oldest to the newest point and from the lowest to the highest value', () => {
    expect(traceOf(frames([0, 3], [30, 4], [60, 5]), 'pressure', 0.2)).toEqual([
      [
        { x: 0, y: 0 },
        { x: 0.5, y: 0.5 },
        { x: 1, y: 1 },
      ],
    ]);
  });

  it('covers only a part of the width when it is a few seconds long', () => {
    const [line = []] = traceOf(frames([0, 3], [6, 4]), 'pressure', 0.2);
    expect(line.map(({ x }) => Number(x.toFixed(2)))).toEqual([0.9, 1]);
  });

  it('is a horizontal line in the middle for a steady value', () => {
    const [line = []] = traceOf(frames([0, 4], [60, 4]), 'pressure', 0.2);
    expect(line.map(({ y }) => Number(y.toFixed(6)))).toEqual([0.5, 0.5]);
  });

  it('is split at a gap without frames', () => {
    const lines = traceOf(frames([0, 3], [10, 3], [100, 4], [110, 4]), 'pressure', 0.2);
    expect(lines.map((line) => line.length)).toEqual([2, 2]);
  });

  it('has one point for each measurement, also if several frames repeat it', () => {
    const older = { older: { pressure: T } };
    const recent = [at(0, 3), at(10, 3, older), at(20, 3, older), at(30, 4)];
    expect(traceOf(recent, 'pressure', 0.2)[0]).toHaveLength(2);
  });

  it('is empty with fewer than two points', () => {
    expect(traceOf(frames([0, 3]), 'pressure', 0.2)).toEqual([]);
    expect(traceOf([], 'pressure', 0.2)).toEqual([]);
  });

  it('is empty for a field that was never measured', () => {
    const never = [0, 10].map((s) => measured({ bus_voltage: undefined }, { ts: T + s }));
    expect(traceOf(never, 'bus_voltage', 1)).toEqual([]);
  });
});
