import { between, exponential, type Random } from '../random.ts';

/** How much water the house would draw at 3 bar, at a moment of the plant's own time. */
export interface Demand {
  flowAt3BarLpm(timeS: number): number;
}

export const noDemand: Demand = { flowAt3BarLpm: () => 0 };

export const steadyDemand = (flowLpm: number): Demand => ({ flowAt3BarLpm: () => flowLpm });

type Range = readonly [low: number, high: number];
interface Use {
  perDay: number;
  durationS: Range;
  flowLpm: Range;
}

/** Uses of water in a household of three (`domain.md` 2.3): how often a day, how long, how much. */
const USES: readonly Use[] = [
  { perDay: 17.7, durationS: [144, 216], flowLpm: [2.5, 2.5] }, // toilet
  { perDay: 2.2, durationS: [240, 900], flowLpm: [7.4, 8.5] }, // shower
  { perDay: 12.3, durationS: [10, 45], flowLpm: [1, 5] }, // bathroom tap
  { perDay: 12.8, durationS: [13, 45], flowLpm: [2, 15] }, // kitchen tap
  { perDay: 0.9, durationS: [60, 121], flowLpm: [10, 10] }, // washing machine
  { perDay: 0.6, durationS: [12, 24], flowLpm: [10, 10] }, // dishwasher
  { perDay: 0.3, durationS: [120, 600], flowLpm: [4, 12] }, // garden tap
  { perDay: 0.1, durationS: [600, 600], flowLpm: [12, 12] }, // bath
];
const USES_PER_DAY = USES.reduce((sum, use) => sum + use.perDay, 0);

function pickUse(random: Random): Use {
  let left = random() * USES_PER_DAY;
  for (const use of USES) {
    left -= use.perDay;
    if (left < 0) return use;
  }
  return pickUse(random);
}

/** A household that opens its taps by chance, the same chance for the same random numbers. */
export function householdDemand(random: Random): Demand {
  const meanGapS = 86_400 / USES_PER_DAY;
  let open: { untilS: number; flowLpm: number }[] = [];
  let nextAtS = exponential(random, meanGapS);
  return {
    flowAt3BarLpm(timeS) {
      while (nextAtS <= timeS) {
        const { durationS, flowLpm } = pickUse(random);
        open.push({ untilS: nextAtS + between(random, ...durationS), flowLpm: between(random, ...flowLpm) });
        nextAtS += exponential(random, meanGapS);
      }
      if (open.some((draw) => draw.untilS <= timeS)) open = open.filter((draw) => draw.untilS > timeS);
      return open.reduce((sum, draw) => sum + draw.flowLpm, 0);
    },
  };
}

const WATERING_S: Range = [360, 720];
const WATERING_LPM: Range = [25, 40];
const MEAN_PAUSE_S = 300;

/** A garden with sprinklers, beginning with open valves: the pump has work from the first minute. */
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
