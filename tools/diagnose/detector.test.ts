import { judgeMachine, MACHINES, type MachineRun, runMachine } from '@manoboard/testkit/machines';
import { describe, expect, it } from 'vitest';
import { learn, type Score, scoreRows } from './detector.ts';

const alarmsOf = (scores: readonly Score[]) => scores.map(({ isAlarm }) => isAlarm);
/** Seeds of healthy runs are multiples of the number of faults and one more. */
const healthySeed = (name: (typeof MACHINES)[number]) => ({ plant: 10, loop: 10 })[name as string] ?? 12;

/** Three columns with noise; the second follows the first. */
const related = (t: number) => {
  const noise = (column: number) => (((t * 7919 + column * 104_729) * 16_807) % 9973) / 9973 - 0.5;
  const wave = Math.sin(t / 7) + noise(0);
  return [10 + wave, 200 - 30 * wave + 10 * noise(1), 5 + noise(2)];
};
const series = (count: number, change: (row: number[], t: number) => number[] = (row) => row) =>
  Array.from({ length: count }, (_, t) => change(related(t), t));
const scoreSeries = (rows: number[][], count = 200) => scoreRows([learn(rows.slice(0, count), 3)], rows);

describe('the detector learns a healthy span and scores each row', () => {
  it('a broken relation raises an alarm, names its columns, and ends with the fault', () => {
    const scores = scoreSeries(
      series(500, (row, t) => (t >= 300 && t < 400 ? [row[0] ?? 0, (row[1] ?? 0) + 40, row[2] ?? 0] : row)),
    );
    const alarms = alarmsOf(scores);
    expect(alarms.slice(0, 300)).not.toContain(true);
    expect(alarms.slice(305, 400)).not.toContain(false);
    expect(alarms.slice(440)).not.toContain(true);
    expect(scores[350]?.top).toContain(1);
    expect(scores[350]?.top).not.toContain(2);
  });

  it('a single wild row raises no alarm', () => {
    const scores = scoreSeries(series(400, (row, t) => (t === 300 ? row.map((value) => value + 0.5) : row)));
    expect(alarmsOf(scores)).not.toContain(true);
  });

  it('learned rows have no alarm', () =>
    expect(alarmsOf(scoreSeries(series(200, (row, t) => (t === 100 ? [99, 99, 99] : row))))).not.toContain(
      true,
    ));

  it('missing cells raise no alarm, not even a column that disappears', () => {
    const scores = scoreSeries(
      series(500, (row, t) =>
        row.map((value, place) => (t % 9 === place || (place === 2 && t > 300) ? Number.NaN : value)),
      ),
    );
    expect(alarmsOf(scores)).not.toContain(true);
    expect(scores.every(({ score }) => Number.isFinite(score))).toBe(true);
  });

  it('constant columns are left out', () => {
    const rows = series(400, ([a = 0, b = 0], t) => [a, b, t < 300 ? 7 : 8]);
    expect(learn(rows.slice(0, 200), 3).columns.used).toEqual([0, 1]);
    expect(alarmsOf(scoreSeries(rows))).not.toContain(true);
  });

  it('the same table in other units has the same scores', () => {
    const rows = series(300, (row, t) => (t > 250 ? row.map((value) => value * 1.2) : row));
    const others = rows.map(([a = 0, b = 0, c = 0]) => [1000 * a - 7, 0.001 * b, 40 + 3 * c]);
    const rounded = (scores: readonly Score[]) => scores.map(({ score }) => score.toFixed(4));
    expect(rounded(scoreSeries(others))).toEqual(rounded(scoreSeries(rows)));
  });
});

const judge = (run: MachineRun) =>
  judgeMachine(run, scoreRows([learn(run.rows.slice(0, run.learn), run.columns.length)], run.rows));

describe('machines that the detector was not made for', () => {
  it.each(MACHINES)('%s: a healthy run has alarms in less than 5 percent of its rows', (name) => {
    const run = runMachine(name, healthySeed(name));
    const { falseRows, healthyRows } = judge(run);
    expect(run.fault).toBe('none');
    expect(falseRows / healthyRows).toBeLessThan(0.05);
  });

  it.each([
    ['loop', 1],
    ['plant', 2],
    ['cooling', 1],
  ] as const)('%s: the fault of seed %i is found', (name, seed) => {
    const run = runMachine(name, seed);
    const { found, missed } = judge(run);
    expect(found / (found + missed)).toBeGreaterThan(0.5);
  });
});
