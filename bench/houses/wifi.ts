import { DAY_S, HOUR_S } from '@manoboard/domain/time';
import { logNormal, poisson } from '../../apps/board/src/plant/distributions.ts';
import { normal, seededRandom } from '../../apps/board/src/random.ts';
import type { HouseSpec } from './spec.ts';

export interface Outage {
  fromS: number;
  toS: number;
}

/** Most drops last minutes, few longer than half an hour. */
const DROP_S = { mean: 420, spread: 1.6 };

const randomOf = (seed: number, index: number, purpose: number) =>
  seededRandom(Math.imul(seed ^ purpose, 0x9e37_79b1) ^ Math.imul(index + 1, 0xc2b2_ae35));

function dropsOfDay({ seed, wifi }: HouseSpec, day: number): Outage[] {
  const random = randomOf(seed, day, 0x1234);
  return Array.from({ length: poisson(random, wifi.dropsPerDay) }, () => {
    const fromS = (day + random()) * DAY_S;
    return { fromS, toS: fromS + logNormal(random, DROP_S.mean, DROP_S.spread) };
  });
}

/** Strength of the signal in an hour: it wanders from hour to hour. */
export const rssiDbm = ({ seed, wifi }: Pick<HouseSpec, 'seed' | 'wifi'>, atS: number) =>
  wifi.dbm + wifi.wanderDb * normal(randomOf(seed, Math.floor(atS / HOUR_S), 0x77));

/** Times at which the board of a house has no connection. */
export function createOutages(spec: HouseSpec) {
  const past: Outage[] = [];
  let drops: Outage[] = [];
  let day = Number.NaN;
  let lost: Outage | undefined;
  return {
    past,
    /** The present outage, undefined while the line is up. */
    at(atS: number, isLost: boolean): Outage | undefined {
      if (isLost) {
        lost ??= { fromS: atS, toS: Number.POSITIVE_INFINITY };
        return lost;
      }
      if (Math.floor(atS / DAY_S) !== day) {
        day = Math.floor(atS / DAY_S);
        drops = [...drops.filter(({ toS }) => toS > atS), ...dropsOfDay(spec, day)];
        past.push(...drops.filter((drop) => !past.includes(drop)));
      }
      return drops.find(({ fromS, toS }) => fromS <= atS && toS > atS);
    },
  };
}
