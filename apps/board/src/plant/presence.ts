import { DAY_S, HOUR_S } from '@manoboard/domain/time';
import { normal, type Random } from '../random.ts';
import { pickWeighted } from './distributions.ts';

/** A day of a working adult (`domain.md` 2.3): mean and deviation in hours. */
const GETTING_UP = [7, 1] as const;
const LEAVING = [8, 0.75] as const;
const AWAY = [9.5, 3.25] as const;
const SLEEPING = [7, 1] as const;

/** Tuned: relative water use in the half hours around sleep and absence, and during sleep. */
const WEIGHT = { asleep: 0.02, awake: 1, busy: 4 };
const BUSY_S = HOUR_S / 2;

/** A person's day as intervals with a weight for water use. */
export interface Presence {
  /** A random time of day, in seconds after midnight, when this person uses water. */
  pickMoment(random: Random): number;
}

interface PresenceSpan {
  fromS: number;
  toS: number;
  weight: number;
}

const draw = (random: Random, [mean, deviation]: readonly [number, number]) =>
  HOUR_S * (mean + deviation * normal(random));

/** Awake at home between two times, with more use at both ends. */
function athome(fromS: number, toS: number): PresenceSpan[] {
  const lengthS = Math.max(0, toS - fromS);
  const busyS = Math.min(BUSY_S, lengthS / 2);
  return [
    { fromS, toS: fromS + busyS, weight: WEIGHT.busy },
    { fromS: fromS + busyS, toS: fromS + lengthS - busyS, weight: WEIGHT.awake },
    { fromS: fromS + lengthS - busyS, toS: fromS + lengthS, weight: WEIGHT.busy },
  ];
}

export function drawPresence(random: Random): Presence {
  const upS = draw(random, GETTING_UP);
  const leaveS = Math.max(upS, draw(random, LEAVING));
  const toBedS = upS + DAY_S - draw(random, SLEEPING);
  const backS = Math.min(toBedS, leaveS + Math.max(0, draw(random, AWAY)));
  const spans: PresenceSpan[] = [
    ...athome(upS, leaveS),
    ...athome(backS, toBedS),
    { fromS: toBedS, toS: upS + DAY_S, weight: WEIGHT.asleep },
  ];
  const weights = spans.map(({ fromS, toS, weight }) => Math.max(0, toS - fromS) * weight);
  return {
    pickMoment(random) {
      const span = spans[pickWeighted(random, weights)] ?? { fromS: upS, toS: upS };
      const momentS = span.fromS + (span.toS - span.fromS) * random();
      return ((momentS % DAY_S) + DAY_S) % DAY_S;
    },
  };
}

/** A random time of day by 24 hourly weights. */
export const pickByHour = (random: Random, hourly: readonly number[]) =>
  (pickWeighted(random, hourly) + random()) * HOUR_S;
