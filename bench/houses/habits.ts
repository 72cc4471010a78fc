import { DAY_S, HOUR_S } from '@manoboard/domain/time';
import type { Demand } from '../../apps/board/src/plant/demand.ts';
import { type Draw, drawDay } from '../../apps/board/src/plant/household.ts';
import { drawHouse, type House } from '../../apps/board/src/plant/uses.ts';
import { between, type Random, seededRandom } from '../../apps/board/src/random.ts';

interface DaySpan {
  from: number;
  to: number;
}

/** How people of a house use water. Days are counted from the start of the house, which is a local midnight. */
export interface Habits {
  house: House;
  /** Lived in at weekends only. */
  isCottage: boolean;
  guests: (DaySpan & { persons: number }) | undefined;
  holiday: DaySpan | undefined;
  irrigation: { atH: number; minutes: number; lpm: number; everyDays: number } | undefined;
  /** A water softener regenerates at night. */
  softener: { everyDays: number; lpm: number } | undefined;
  /** The first day is this day of the week, 0 is Monday. */
  firstWeekday: number;
}

const SUMMER = { from: 3, to: 8 };
/** Guests and holidays come after the days from which faults start. */
const LATER_DAY = 18;

export function drawHabits(random: Random, bestLpm: number, month: number): Habits {
  const persons = Math.max(1, Math.min(9, Math.round((bestLpm / 14) * between(random, 0.4, 1.1))));
  const isSummer = month >= SUMMER.from && month <= SUMMER.to;
  const from = (most: number) => LATER_DAY + Math.floor(most * random());
  const guestsFrom = from(8);
  const holidayFrom = from(4);
  const hasIrrigation = random() < 0.6;
  const irrigation = {
    atH: random() < 0.5 ? between(random, 4, 6) : between(random, 19, 22),
    minutes: between(random, 15, 80),
    lpm: bestLpm * between(random, 0.3, 1.25),
    everyDays: 1 + Math.floor(2 * random()),
  };
  return {
    house: { ...drawHouse(random, persons), hasGarden: isSummer && random() < 0.7 },
    isCottage: random() < 0.12,
    guests:
      random() < 0.5
        ? {
            persons: 1 + Math.floor(4 * random()),
            from: guestsFrom,
            to: guestsFrom + 2 + Math.floor(4 * random()),
          }
        : undefined,
    holiday:
      random() < 0.4 ? { from: holidayFrom, to: holidayFrom + 5 + Math.floor(6 * random()) } : undefined,
    irrigation: isSummer && hasIrrigation ? irrigation : undefined,
    softener:
      random() < 0.2 ? { everyDays: 3 + Math.floor(3 * random()), lpm: between(random, 3, 8) } : undefined,
    firstWeekday: Math.floor(7 * random()),
  };
}

const isIn = (span: DaySpan | undefined, day: number) =>
  span !== undefined && day >= span.from && day < span.to;

/** Persons at home on a day; none on a holiday, and in a cottage on working days. */
export function personsAt(habits: Habits, day: number): number {
  const weekday = (habits.firstWeekday + day) % 7;
  if (isIn(habits.holiday, day) || (habits.isCottage && weekday < 5)) return 0;
  return habits.house.persons + (habits.guests && isIn(habits.guests, day) ? habits.guests.persons : 0);
}

/** People get up later at weekends. */
const WEEKEND_LATER_S = 1.5 * HOUR_S;

function machineDraws({ irrigation, softener }: Habits, day: number): Draw[] {
  const draws: Draw[] = [];
  const midnightS = day * DAY_S;
  if (irrigation && day % irrigation.everyDays === 0) {
    const fromS = midnightS + irrigation.atH * HOUR_S;
    const toS = fromS + 60 * irrigation.minutes;
    draws.push({ use: 'garden_tap', fromS, toS, litresPerS: irrigation.lpm / 60 });
  }
  if (softener && day % softener.everyDays === 0) {
    const fromS = midnightS + 2 * HOUR_S;
    draws.push({ use: 'garden_tap', fromS, toS: fromS + 4000, litresPerS: softener.lpm / 60 });
  }
  return draws;
}

function drawsOfDay(habits: Habits, seed: number, day: number): Draw[] {
  const random = seededRandom(Math.imul(seed + 1, 0x9e37_79b1) ^ Math.imul(day + 1, 0x85eb_ca6b));
  const persons = personsAt(habits, day);
  const laterS = (habits.firstWeekday + day) % 7 >= 5 ? WEEKEND_LATER_S : 0;
  const lived = persons === 0 ? [] : drawDay(random, { ...habits.house, persons }, day);
  const moved = lived.map((draw) => ({ ...draw, fromS: draw.fromS + laterS, toS: draw.toS + laterS }));
  return [...moved, ...machineDraws(habits, day)];
}

/** The draws of a day depend only on seed and day, so that a house can be continued from any midnight. */
export function habitDemand(habits: Habits, seed: number): Demand {
  let draws: Draw[] = [];
  let day = Number.NEGATIVE_INFINITY;
  let flowLpm = 0;
  let changesAtS = Number.NEGATIVE_INFINITY;

  function loadDay(next: number): void {
    day = next;
    const before = day > 0 ? drawsOfDay(habits, seed, day - 1) : [];
    draws = [...before.filter(({ toS }) => toS > day * DAY_S), ...drawsOfDay(habits, seed, day)];
  }

  return {
    flowAt3BarLpm(timeS) {
      if (timeS < changesAtS) return flowLpm;
      if (Math.floor(timeS / DAY_S) !== day) loadDay(Math.floor(timeS / DAY_S));
      const open = draws.filter(({ fromS, toS }) => fromS <= timeS && toS > timeS);
      flowLpm = 60 * open.reduce((sum, { litresPerS }) => sum + litresPerS, 0);
      changesAtS = Math.min(
        (day + 1) * DAY_S,
        ...open.map(({ toS }) => toS),
        ...draws.filter(({ fromS }) => fromS > timeS).map(({ fromS }) => fromS),
      );
      return flowLpm;
    },
  };
}
