import { headM, operatingFlowLpm, zeroFlowHz } from './pump-curve.ts';

const HEAD_M_PER_BAR = 10.197;
/** Friction between the pump and the tank, m per (l/min)². */
const FRICTION_M = 0.0006;

/** Gauge pressure before the pump: a cistern two metres higher. */
export const SUCTION_BAR = 0.2;

const staticHeadM = (pressureBar: number) => HEAD_M_PER_BAR * (pressureBar - SUCTION_BAR);

/**
 * Flow of the pump against a pressure behind it; never negative. Pumps in series share the head and have the same flow.
 */
export const pumpFlowLpm = (frequencyHz: number, pressureBar: number, wear = 1, pumps = 1) =>
  operatingFlowLpm(frequencyHz, staticHeadM(pressureBar) / pumps, FRICTION_M / pumps, wear);

/** Below this frequency the pump holds the pressure without flow. */
export const holdingHz = (pressureBar: number, pumps = 1) => zeroFlowHz(staticHeadM(pressureBar) / pumps);

/** Pressure of the pump against a closed valve. */
export const closedValveBar = (frequencyHz: number, wear = 1, pumps = 1) =>
  SUCTION_BAR + (pumps * headM(frequencyHz, 0, wear)) / HEAD_M_PER_BAR;

/** An open tap is an orifice: its flow at 3 bar scales with the square root of the pressure. */
export const outletFlowLpm = (flowAt3BarLpm: number, pressureBar: number) =>
  flowAt3BarLpm * Math.sqrt(Math.max(0, pressureBar) / 3);
