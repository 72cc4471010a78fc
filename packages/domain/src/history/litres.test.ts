import { expect, it } from 'vitest';
import { litresOf } from './litres.ts';

const T = 1_800_000_000;
const MINUTE = 60;
const seriesOf = (lpm: (number | null)[], error: (number | null)[]) => {
  const values = (avg: (number | null)[]) => ({ avg, min: avg, max: avg });
  return { flow: values(lpm), flow_error: values(error) } as never;
};
const history = (lpm: (number | null)[], error: (number | null)[] = lpm.map(() => 2)) => ({
  t: lpm.map((_, at) => T + at * MINUTE),
  step_s: MINUTE,
  series: seriesOf(lpm, error),
});

it('R9.2 litres are the flow of the measured minutes, with their band', () => {
  expect(litresOf(history([10, 20, 0, 0]), T, T + 4 * MINUTE)).toEqual({ litres: 30, error: 8, sinceS: T });
});

it('R9.2 only minutes since the moment count', () => {
  expect(litresOf(history([10, 20, 5, 5]), T + 2 * MINUTE, T + 4 * MINUTE)).toEqual({
    litres: 10,
    error: 4,
    sinceS: T + 2 * MINUTE,
  });
});

it('R9.2 a pump that was added today has litres since its first measurement', () => {
  const lpm = [...Array.from({ length: 60 }, () => null), ...Array.from({ length: 10 }, () => 12)];
  const found = litresOf(history(lpm), T, T + 70 * MINUTE);
  expect(found).toMatchObject({ litres: 120, sinceS: T + 60 * MINUTE });
});

it.each([
  ['no flow is known', [null, null, null, null]],
  ['less than half was measured', [10, null, null, null]],
])('R9.2 litres are unknown when %s', (_case, lpm) => {
  expect(litresOf(history(lpm), T, T + 4 * MINUTE)).toBeNull();
});
