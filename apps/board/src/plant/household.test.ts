import { describe, expect, it } from 'vitest';
import { seededRandom } from '../random.ts';
import { chiSquare, logNormal, negativeBinomial, poisson } from './distributions.ts';
import { type Draw, drawDay, householdDemand } from './household.ts';
import { pickByHour } from './presence.ts';
import { drawHouse, USES, type UseName, uses } from './uses.ts';

const DAYS = 1500;
const PERSONS = 3;

function live(persons: number, seed: number, days = DAYS): Draw[] {
  const random = seededRandom(seed);
  // Another house each day, for a mix of households.
  return Array.from({ length: days }, () => drawDay(random, drawHouse(random, persons), 0)).flat();
}
const draws = live(PERSONS, 11);
const litres = ({ fromS, toS, litresPerS }: Draw) => (toS - fromS) * litresPerS;
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('a household follows the published statistics (domain.md 2.3)', () => {
  it.each<[UseName, number, number]>([
    ['toilet', 5.9 * PERSONS, 1],
    ['shower', 0.72 * PERSONS, 1],
    ['bathroom_tap', 4.1 * PERSONS, 1],
    ['kitchen_tap', 12.8, 1],
    ['washing_machine', 0.29 * PERSONS, 4],
    ['dishwasher', 0.21 * PERSONS, 4],
    ['garden_tap', 0.44 * 0.58, 1],
    ['bath', 0.043 * PERSONS, 1],
  ])('%s comes %f times a day', (use, timesADay, pulses) => {
    const count = draws.filter((draw) => draw.use === use).length / pulses / DAYS;
    expect(Math.abs(count - timesADay)).toBeLessThan(4 * Math.sqrt((4 * timesADay) / DAYS));
  });

  it('every use of the table occurs', () => {
    expect(new Set(draws.map(({ use }) => use)).size).toBe(USES.length);
  });

  it.each([
    [1, 110, 190],
    [2, 110, 170],
    [3, 110, 160],
    [5, 105, 155],
  ])('%i persons use a plausible number of litres each and day', (persons, least, most) => {
    const all = live(persons, 3, 600);
    const perPerson = all.reduce((sum, draw) => sum + litres(draw), 0) / 600 / persons;
    expect(perPerson).toBeGreaterThan(least);
    expect(perPerson).toBeLessThan(most);
  });

  it('durations and flows match the table', () => {
    const of = (use: UseName) => draws.filter((draw) => draw.use === use);
    for (const { fromS, toS, litresPerS } of of('toilet')) {
      expect(toS - fromS).toBeGreaterThanOrEqual(144);
      expect(toS - fromS).toBeLessThanOrEqual(216);
      expect(litresPerS).toBe(0.042);
    }
    expect(mean(of('shower').map(({ fromS, toS }) => (toS - fromS) / 60))).toBeCloseTo(8.8, 0);
    expect(new Set(of('shower').map(({ litresPerS }) => litresPerS))).toEqual(new Set([0.142, 0.123]));
    expect(mean(of('bathroom_tap').map(({ fromS, toS }) => toS - fromS))).toBeCloseTo(70 / 3, -1);
    for (const { litresPerS } of of('bathroom_tap')) expect(litresPerS).toBeLessThan(0.083);
    for (const { litresPerS } of of('kitchen_tap')) expect(litresPerS).toBeLessThan(0.25);
  });

  it('demand peaks in the morning and evening and is low at night', () => {
    const byHour = new Array<number>(24).fill(0);
    for (const draw of draws) {
      const hour = Math.floor(draw.fromS / 3600) % 24;
      byHour[hour] = (byHour[hour] ?? 0) + litres(draw);
    }
    const share = (from: number, to: number) =>
      byHour.slice(from, to).reduce((sum, value) => sum + value, 0) /
      byHour.reduce((sum, value) => sum + value, 0);
    expect(share(2, 5)).toBeLessThan(0.05);
    expect(share(6, 9)).toBeGreaterThan(0.15);
    expect(share(18, 24)).toBeGreaterThan(0.35);
  });

  it('washing machines follow the hourly weights: ten times as many at 10:00 as at 1:00', () => {
    const random = seededRandom(21);
    const moments = Array.from({ length: 5000 }, () => pickByHour(random, uses.washing_machine.hourly));
    const at = (hour: number) => moments.filter((s) => Math.floor(s / 3600) === hour).length;
    expect(at(10) / at(1)).toBeGreaterThan(8);
    expect(at(10) / at(1)).toBeLessThan(30);
  });

  it('the demand equals the drawn uses, litre for litre, day after day', () => {
    const demand = householdDemand({ random: seededRandom(8), persons: 2 });
    const random = seededRandom(8);
    const house = drawHouse(random, 2);
    const drawn = [0, 1, 2].flatMap((day) => drawDay(random, house, day));
    let deliveredLitres = 0;
    for (let s = 0; s < 3 * 86_400; s++) deliveredLitres += demand.flowAt3BarLpm(s) / 60;
    const expected = drawn
      .filter(({ fromS }) => fromS < 3 * 86_400)
      .reduce((sum, { fromS, toS, litresPerS }) => sum + (Math.min(toS, 3 * 86_400) - fromS) * litresPerS, 0);
    expect(deliveredLitres / expected).toBeCloseTo(1, 1);
  });

  it('starts at the given time of day', () => {
    const at = (startsAtS: number, timeS: number) => {
      const demand = householdDemand({ random: seededRandom(2), persons: 3, startsAtS });
      return demand.flowAt3BarLpm(timeS);
    };
    for (let s = 7 * 3600; s < 9 * 3600; s += 60) expect(at(7 * 3600, s - 7 * 3600)).toBe(at(0, s));
  });
});

describe('distributions', () => {
  const random = seededRandom(1);
  const sample = (draw: () => number) => Array.from({ length: 20_000 }, draw);
  const deviation = (values: number[]) => {
    const middle = mean(values);
    return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
  };

  it.each([
    ['Poisson', () => poisson(random, 5.9), 5.9, Math.sqrt(5.9)],
    ['negative binomial', () => negativeBinomial(random, 12.8, 7.7), 12.8, 7.7],
    ['chi square', () => chiSquare(random, 8.8), 8.8, Math.sqrt(17.6)],
    ['lognormal', () => logNormal(random, 40, 0.5), 40, 20],
  ])('%s has the mean and the deviation that it should', (_name, draw, expectedMean, expectedDeviation) => {
    const values = sample(draw);
    expect(mean(values) / expectedMean).toBeCloseTo(1, 1);
    expect(deviation(values) / expectedDeviation).toBeCloseTo(1, 1);
  });
});
