import { headM, operatingFlowLpm, zeroFlowHz } from './pump-curve.ts';

const HEAD_M_PER_BAR = 10.197;
/** Friction between the pump and the tank, m per (l/min)². */
const FRICTION_M = 0.0006;

/** Gauge pressure before the pump: a cistern that stands two metres higher. */
export const SUCTION_BAR = 0.2;

const staticHeadM = (pressureBar: number) => HEAD_M_PER_BAR * (pressureBar - SUCTION_BAR);

/**
 * What the pump delivers against a pressure behind it; never backwards. Of pumps in a row each lifts its share, and
 * all of them move the same water.
 */
export const pumpFlowLpm = (frequencyHz: number, pressureBar: number, wear = 1, pumps = 1) =>
  operatingFlowLpm(frequencyHz, staticHeadM(pressureBar) / pumps, FRICTION_M / pumps, wear);

/** Below this frequency the pump holds the pressure but moves no water. */
export const holdingHz = (pressureBar: number, pumps = 1) => zeroFlowHz(staticHeadM(pressureBar) / pumps);

/** What a pump presses against a closed valve. */
export const closedValveBar = (frequencyHz: number, wear = 1, pumps = 1) =>
  SUCTION_BAR + (pumps * headM(frequencyHz, 0, wear)) / HEAD_M_PER_BAR;

/** An open tap is an orifice: its flow, known at 3 bar, goes with the root of the pressure. */
export const outletFlowLpm = (flowAt3BarLpm: number, pressureBar: number) =>
  flowAt3BarLpm * Math.sqrt(Math.max(0, pressureBar) / 3);
