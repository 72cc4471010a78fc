import { between, type Random } from '../random.ts';
import { chiSquare, happens, logNormal, negativeBinomial, pickWeighted, poisson } from './distributions.ts';

/** An open tap: its start within the use, its duration, and its flow at 3 bar. */
export interface Pulse {
  afterS: number;
  durationS: number;
  litresPerS: number;
}

/** Equipment of a house, drawn once. */
export interface House {
  persons: number;
  hasSavingShower: boolean;
  hasGarden: boolean;
}

export interface Use {
  /** Uses per day in the whole house. */
  timesADay(random: Random, house: House): number;
  /** Weights of the 24 hours; without them a person must be at home. */
  hourly?: readonly number[];
  pulses(random: Random, house: House): Pulse[];
}

/** Tuned: spread of lognormal durations, as a share of their mean. */
const SPREAD = 1.3;
const LONGEST_TAP_S = 1800;

const flow = (durationS: number, litresPerS: number): Pulse[] => [{ afterS: 0, durationS, litresPerS }];
const tapS = (random: Random, meanS: number) => Math.min(LONGEST_TAP_S, logNormal(random, meanS, SPREAD));
const each = (random: Random, persons: number, probability: number) =>
  Array.from({ length: persons }, () => happens(random, probability)).filter(Boolean).length;

/** Fills of a machine, spread over its two hours. */
const machine = (startsS: readonly number[], fillsS: readonly number[]): Pulse[] =>
  fillsS.map((durationS, index) => ({ afterS: startsS[index] ?? 0, durationS, litresPerS: 0.167 }));

/** Kitchen tap by household size (SIMDEUM NL): mean and deviation per day. */
const KITCHEN = [
  [10.1, 7],
  [12.7, 7.2],
  [12.8, 7.7],
  [13.1, 8.4],
  [13.5, 9.1],
] as const;
/** Purpose: share, mean seconds, most litres per second. */
const KITCHEN_USES = [
  { share: 37.5, meanS: 15, most: 0.167 }, // a drink
  { share: 25, meanS: 45, most: 0.25 }, // dishes
  { share: 25, meanS: 13, most: 0.167 }, // hands
  { share: 12.5, meanS: 37, most: 0.167 },
] as const;

const WASHING_HOURS = [
  34, 24, 17, 43, 41, 57, 57, 212, 290, 338, 392, 325, 226, 222, 200, 175, 124, 106, 139, 185, 133, 165, 101,
  147,
];
const DISHWASHER_HOURS = [
  70, 49, 33, 69, 30, 19, 9, 37, 80, 52, 52, 45, 53, 78, 34, 44, 38, 101, 489, 390, 170, 185, 240, 574,
];

/** The uses of water in a house, by the published Dutch statistics (`domain.md` 2.3). */
export const uses = {
  toilet: {
    timesADay: (random, { persons }) => poisson(random, 5.9 * persons),
    pulses: (random) => flow(60 * between(random, 2.4, 3.6), 0.042),
  },
  shower: {
    timesADay: (random, { persons }) => each(random, persons, 0.72),
    pulses: (random, { hasSavingShower }) =>
      flow(60 * chiSquare(random, 8.8), hasSavingShower ? 0.123 : 0.142),
  },
  bathroom_tap: {
    timesADay: (random, { persons }) => poisson(random, 4.1 * persons),
    pulses: (random) => flow(tapS(random, happens(random, 2 / 3) ? 15 : 40), between(random, 0, 0.083)),
  },
  kitchen_tap: {
    timesADay(random, { persons }) {
      const [mean, deviation] = KITCHEN[Math.min(5, persons) - 1] ?? KITCHEN[2];
      return negativeBinomial(random, mean, deviation);
    },
    pulses(random) {
      const shares = KITCHEN_USES.map(({ share }) => share);
      const { meanS, most } = KITCHEN_USES[pickWeighted(random, shares)] ?? KITCHEN_USES[0];
      return flow(tapS(random, meanS), between(random, 0, most));
    },
  },
  washing_machine: {
    timesADay: (random, { persons }) => poisson(random, 0.29 * persons),
    hourly: WASHING_HOURS,
    pulses: () => machine([0, 2400, 4200, 6000], [121, 60, 60, 60]),
  },
  dishwasher: {
    timesADay: (random, { persons }) => poisson(random, 0.21 * persons),
    hourly: DISHWASHER_HOURS,
    pulses: () => machine([0, 1860, 3660, 5460], [24, 24, 24, 12]),
  },
  garden_tap: {
    timesADay: (random, { hasGarden }) => (hasGarden ? poisson(random, 0.44) : 0),
    pulses: (random) => flow(tapS(random, happens(random, 0.75) ? 300 : 15), between(random, 0, 0.2)),
  },
  bath: {
    timesADay: (random, { persons }) => poisson(random, 0.043 * persons),
    pulses: () => flow(600, 0.2),
  },
} satisfies Record<string, Use>;
export type UseName = keyof typeof uses;
export const USES: readonly (readonly [UseName, Use])[] = Object.entries(uses) as [UseName, Use][];

export const drawHouse = (random: Random, persons: number): House => ({
  persons,
  hasSavingShower: happens(random, 0.5),
  hasGarden: happens(random, 0.58),
});
