import { DAY_S } from '@manoboard/domain/time';
import type { Random } from '../random.ts';
import type { Demand } from './demand.ts';
import { drawPresence, pickByHour } from './presence.ts';
import { drawHouse, type House, USES, type UseName } from './uses.ts';

/** One opening of one tap; seconds after the first midnight. */
export interface Draw {
  use: UseName;
  fromS: number;
  toS: number;
  litresPerS: number;
}

export interface HouseholdOptions {
  random: Random;
  persons: number;
  /** Time of day at which the plant's clock is 0. */
  startsAtS?: number;
}

/** All uses of one day; a late wash may run into the next. */
export function drawDay(random: Random, house: House, day: number): Draw[] {
  const persons = Array.from({ length: house.persons }, () => drawPresence(random));
  const draws: Draw[] = [];
  for (const [use, { timesADay, hourly, pulses }] of USES) {
    for (let left = timesADay(random, house); left > 0; left--) {
      const person = persons[Math.floor(random() * persons.length)];
      const momentS = hourly || !person ? pickByHour(random, hourly ?? [1]) : person.pickMoment(random);
      for (const { afterS, durationS, litresPerS } of pulses(random, house)) {
        const fromS = day * DAY_S + momentS + afterS;
        draws.push({ use, fromS, toS: fromS + durationS, litresPerS });
      }
    }
  }
  return draws;
}

/** A household by the statistics of `domain.md` 2.3; deterministic for the same random numbers. */
export function householdDemand({ random, persons, startsAtS = 0 }: HouseholdOptions): Demand {
  const house = drawHouse(random, persons);
  let open: Draw[] = [];
  /** Upcoming uses, the next one last. */
  let coming: Draw[] = [];
  let days = 0;
  let flowLpm = 0;
  let changesAtS = 0;

  function turnTaps(nowS: number): void {
    while (days * DAY_S <= nowS) {
      coming = [...coming, ...drawDay(random, house, days++)].sort((a, b) => b.fromS - a.fromS);
    }
    for (let next = coming.at(-1); next && next.fromS <= nowS; next = coming.at(-1)) {
      open.push(next);
      coming.pop();
    }
    open = open.filter(({ toS }) => toS > nowS);
    flowLpm = 60 * open.reduce((sum, { litresPerS }) => sum + litresPerS, 0);
    const midnightS = days * DAY_S;
    changesAtS = Math.min(midnightS, coming.at(-1)?.fromS ?? midnightS, ...open.map(({ toS }) => toS));
  }

  return {
    flowAt3BarLpm(timeS) {
      const nowS = startsAtS + timeS;
      if (nowS >= changesAtS) turnTaps(nowS);
      return flowLpm;
    },
  };
}
