import { healthyTable, type TableForm } from '@manoboard/testkit/tables';
import { describe, expect, it } from 'vitest';
import { FALSE_SHARE, learn, scoreRows } from './detector.ts';
import { diagnoseText } from './diagnose-tool.ts';
import { checkSpan } from './span-check.ts';

const SEEDS = [11, 22, 33, 44, 55, 66];
const LEARNED = 400;
const shareOf = <T>(all: readonly T[], is: (one: T) => boolean) => all.filter(is).length / all.length;
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function scoresAfter(form: TableForm, change: (rows: number[][]) => number[][] = (rows) => rows) {
  const rows = change(healthyTable(form));
  return scoreRows([learn(rows.slice(0, LEARNED), form.columns)], rows).slice(LEARNED);
}
/** The standard deviation of a column in the learned rows. */
function deviation(rows: readonly number[][], place: number): number {
  const values = rows.slice(0, LEARNED).map((row) => row[place] ?? 0);
  return Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)));
}
const FORMS = [
  ['noise, 2 columns', { columns: 2 }],
  ['noise, 20 columns', { columns: 20 }],
  ['memory 0.5, 5 columns', { columns: 5, memory: 0.5 }],
  ['memory 0.9, 3 columns', { columns: 3, memory: 0.9 }],
  ['memory 0.9, 12 columns', { columns: 12, memory: 0.9 }],
  ['a drift, 3 columns', { columns: 3, drift: 1 }],
  ['a fast drift, 12 columns', { columns: 12, drift: 5 }],
  ['a warm-up, 6 columns', { columns: 6, warmUp: 500 }],
] as const;

describe('healthy tables that the detector was not tuned to', () => {
  it.each(FORMS)('%s: about 1 percent of the rows score 1 or more, and few are in alarm', (_name, form) => {
    const scores = SEEDS.flatMap((seed) => scoresAfter({ ...form, seed, rows: 1200 }));
    const share = shareOf(scores, ({ score }) => score >= 1);
    expect(share).toBeGreaterThan(0.1 * FALSE_SHARE);
    expect(share).toBeLessThan(2 * FALSE_SHARE);
    expect(shareOf(scores, ({ isAlarm }) => isAlarm)).toBeLessThan(3 * FALSE_SHARE);
  });

  it.each([
    ['noise', { columns: 4 }],
    ['memory 0.5', { columns: 8, memory: 0.5 }],
  ] as const)('%s: no warning of a short span', (_name, form) => {
    for (const seed of SEEDS) {
      const rows = healthyTable({ ...form, seed, rows: LEARNED });
      expect(checkSpan(rows, learn(rows, form.columns))).toBeUndefined();
    }
  });
});

describe('faults in such tables', () => {
  const FAULT = { from: 700, to: 900 };
  const isFaulty = (t: number) => t >= FAULT.from && t < FAULT.to;
  const during = <T>(scores: readonly T[]) => scores.slice(FAULT.from - LEARNED, FAULT.to - LEARNED);

  it.each([
    ['noise', { columns: 3 }],
    ['memory 0.5', { columns: 6, memory: 0.5 }],
    ['a drift of another column', { columns: 6, drift: 2 }],
  ] as const)('%s: a step of a column by 6 deviations is in alarm and named', (_name, form) => {
    for (const seed of SEEDS) {
      const scores = scoresAfter({ ...form, seed, rows: 1200 }, (rows) => {
        const step = 6 * deviation(rows, 1);
        return rows.map((row, t) =>
          row.map((value, place) => value + (place === 1 && isFaulty(t) ? step : 0)),
        );
      });
      expect(shareOf(during(scores), ({ isAlarm }) => isAlarm)).toBeGreaterThan(0.8);
      expect(shareOf(during(scores), ({ top }) => top.includes(1))).toBeGreaterThan(0.8);
    }
  });

  it.each([
    ['noise', { columns: 3 }],
    ['memory 0.5', { columns: 6, memory: 0.5 }],
    ['a drift of the column itself', { columns: 3, drift: 2 }],
  ] as const)('%s: a stuck column is in alarm', (_name, form) => {
    for (const seed of SEEDS) {
      const scores = scoresAfter({ ...form, seed, rows: 1200 }, (rows) =>
        rows.map(([first = 0, ...others], t) => [
          isFaulty(t) ? (rows[FAULT.from]?.[0] ?? 0) : first,
          ...others,
        ]),
      );
      expect(shareOf(during(scores), ({ isAlarm }) => isAlarm)).toBeGreaterThan(0.5);
    }
  });

  it('a step of a column that wanders is in alarm when it happens', () => {
    for (const seed of SEEDS) {
      const scores = scoresAfter({ columns: 3, drift: 1, seed, rows: 1200 }, (rows) => {
        const step = 6 * deviation(rows, 0);
        return rows.map(([first = 0, ...others], t) => [first + (t >= FAULT.from ? step : 0), ...others]);
      });
      expect(
        during(scores)
          .slice(0, 10)
          .some(({ isAlarm }) => isAlarm),
      ).toBe(true);
    }
  });
});

const csvOf = (rows: readonly number[][]) =>
  [(rows[0] ?? []).map((_, place) => `c${place + 1}`).join(','), ...rows.map((row) => row.join(','))].join(
    '\n',
  );
const alarmsOf = (lines: readonly string[]) => lines.map((line) => line.split(',')[2]);

describe('npm run diagnose says if the learned span is too short', () => {
  it.each(SEEDS)(
    'a healthy table with a slow drift, seed %i: the warning names the column and a number',
    (seed) => {
      const rows = healthyTable({ seed, rows: 1500, columns: 4, drift: 0.5 });
      const { lines, notes } = diagnoseText(csvOf(rows), { learn: `${LEARNED}` });
      expect(notes).toEqual([
        expect.stringMatching(
          /^Learned span too short, learn at least \d+ rows: judged by their change only, because they wander in it: c1\.$/,
        ),
      ]);
      expect(shareOf(alarmsOf(lines), (alarm) => alarm !== '0')).toBeLessThan(0.05);
    },
  );

  it('a second half that the first half does not know: the share of its alarms, and at least twice the rows', () => {
    const rows = healthyTable({ seed: 3, rows: 800, columns: 3 }).map((row, t) =>
      row.map((value, place) => (t < 200 ? value : (value * (10 + place)) / 10)),
    );
    const warning = checkSpan(rows.slice(0, LEARNED), learn(rows.slice(0, LEARNED), 3));
    expect(warning?.alarmShare).toBeGreaterThan(0.5);
    expect(warning?.least).toBeGreaterThanOrEqual(2 * LEARNED);
    expect(diagnoseText(csvOf(rows), { learn: `${LEARNED}` }).notes.join()).toMatch(
      /Learned span too short, learn at least \d+ rows: its first half raises alarms in \d+ % of its second half/,
    );
  });

  it('a span that is too short to be checked', () => {
    const rows = healthyTable({ seed: 4, rows: 200, columns: 2 });
    expect(diagnoseText(csvOf(rows), { learn: '40' }).notes).toEqual([
      'Learned span too short, learn at least 60 rows: it cannot be checked.',
    ]);
  });
});

describe('an alarm that is longer than the learned span', () => {
  const NEW_FROM = 500;
  /** Another operating point from row 501 on, and a fault in it. */
  const rows = healthyTable({ seed: 7, rows: 1800, columns: 4 }).map((row, t) =>
    row.map(
      (value, place) => value * (t >= NEW_FROM && place < 2 ? 1.6 : 1) * (t >= 1500 && place === 1 ? 1.6 : 1),
    ),
  );
  const csv = csvOf(rows);

  it('is a new state, said once with the offer to learn it', () => {
    const { lines, notes } = diagnoseText(csv, { learn: '300' });
    const alarms = alarmsOf(lines);
    expect(alarms.slice(NEW_FROM + 5, NEW_FROM + 300)).not.toContain('0');
    expect(alarms.slice(NEW_FROM, NEW_FROM + 300)).not.toContain('2');
    expect(new Set(alarms.slice(NEW_FROM + 310))).toEqual(new Set(['2']));
    expect(notes).toEqual([
      expect.stringMatching(
        /^New state since row 50[1-4], for more than the 300 learned rows\. If it is healthy, learn it too: --also 50[1-4]$/,
      ),
    ]);
  });

  it('is healthy once it is learned, and a fault in it is in alarm', () => {
    const { lines, notes } = diagnoseText(csv, { learn: '300', also: ['503'] });
    const alarms = alarmsOf(lines);
    expect(notes).toEqual([]);
    expect(shareOf(alarms.slice(0, 1500), (alarm) => alarm === '1')).toBeLessThan(0.03);
    expect(alarms.slice(1510, 1790)).not.toContain('0');
  });

  it.each([
    ['200', '--also must be the number of a row behind the learned 300, not "200".'],
    ['many', 'not "many"'],
    ['1700', '--also 1700 needs 300 rows from there on, but the file has 101.'],
  ])('--also %s is refused with its reason', (row, reason) =>
    expect(() => diagnoseText(csv, { learn: '300', also: [row] })).toThrow(reason),
  );
});
