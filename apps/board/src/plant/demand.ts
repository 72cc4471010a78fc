import { DAY_S, HOUR_S } from '@manoboard/domain/time';
import { between, exponential, type Random } from '../random.ts';

/** Demand of the house at 3 bar, at a time of the plant's clock. */
export interface Demand {
  flowAt3BarLpm(timeS: number): number;
}

export const noDemand: Demand = { flowAt3BarLpm: () => 0 };

export const steadyDemand = (flowLpm: number): Demand => ({ flowAt3BarLpm: () => flowLpm });

type Range = readonly [low: number, high: number];
const WATERING_S: Range = [360, 720];
const WATERING_LPM: Range = [25, 40];
const MEAN_PAUSE_S = 300;

/** The garden is watered this long after the start, so that a person who starts a demo sees a running pump. */
const FIRST_S = 2 * HOUR_S;
/** Watering before the day and after it; seconds of the day. */
const WATERING_HOURS: readonly Range[] = [
  [5.5 * HOUR_S, 6 * HOUR_S],
  [19.5 * HOUR_S, 20 * HOUR_S],
];
const isWatering = (timeS: number, startsAtS: number) =>
  timeS < FIRST_S ||
  WATERING_HOURS.some(([from, to]) => {
    const atS = (startsAtS + timeS) % DAY_S;
    return from <= atS && atS < to;
  });

/** A garden with sprinklers that starts with open valves, so the pump runs from the first minute. */
export function gardenDemand(random: Random, startsAtS = 0): Demand {
  let flowLpm = 0;
  let changesAtS = 0;
  return {
    flowAt3BarLpm(timeS) {
      while (changesAtS <= timeS) {
        const opens = flowLpm === 0;
        flowLpm = opens ? between(random, ...WATERING_LPM) : 0;
        changesAtS += opens ? between(random, ...WATERING_S) : exponential(random, MEAN_PAUSE_S);
      }
      return isWatering(timeS, startsAtS) ? flowLpm : 0;
    },
  };
}

export const together = (...demands: Demand[]): Demand => ({
  flowAt3BarLpm: (timeS) => demands.reduce((sum, demand) => sum + demand.flowAt3BarLpm(timeS), 0),
});
