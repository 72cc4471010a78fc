import type { Site } from './site.ts';

export const HEAD_M_PER_BAR = 10.197;

/** Static head of a pressure behind the pump; `lowerM` is how much the level of the source has fallen. */
export const staticHeadM = ({ source }: Site, pressureBar: number, lowerM = 0) =>
  HEAD_M_PER_BAR * (pressureBar - source.suctionBar) + source.liftM + lowerM;

/** Below this frequency the pump holds the pressure without flow. */
export const holdingHz = (site: Site, pressureBar: number) =>
  site.pump.holdingHz(staticHeadM(site, pressureBar));

/** Pressure of the pump against a closed valve. */
export const closedValveBar = (site: Site, frequencyHz: number, wear = 1, lowerM = 0) =>
  site.source.suctionBar +
  (site.pump.closedValveHeadM(frequencyHz, wear) - site.source.liftM - lowerM) / HEAD_M_PER_BAR;

/** An open tap is an orifice: its flow at 3 bar scales with the square root of the pressure. */
export const outletFlowLpm = (flowAt3BarLpm: number, pressureBar: number) =>
  flowAt3BarLpm * Math.sqrt(Math.max(0, pressureBar) / 3);

/** Pressure in the house behind a pipe with this friction, while taps with this flow at 3 bar are open. */
export const houseBar = (flowAt3BarLpm: number, pressureBar: number, frictionM: number) =>
  pressureBar / (1 + (frictionM / HEAD_M_PER_BAR) * (flowAt3BarLpm ** 2 / 3));
