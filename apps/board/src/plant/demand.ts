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

/** A garden with sprinklers that starts with open valves, so the pump runs from the first minute. */
export function gardenDemand(random: Random): Demand {
  let flowLpm = 0;
  let changesAtS = 0;
  return {
    flowAt3BarLpm(timeS) {
      while (changesAtS <= timeS) {
        const opens = flowLpm === 0;
        flowLpm = opens ? between(random, ...WATERING_LPM) : 0;
        changesAtS += opens ? between(random, ...WATERING_S) : exponential(random, MEAN_PAUSE_S);
      }
      return flowLpm;
    },
  };
}

export const together = (...demands: Demand[]): Demand => ({
  flowAt3BarLpm: (timeS) => demands.reduce((sum, demand) => sum + demand.flowAt3BarLpm(timeS), 0),
});
