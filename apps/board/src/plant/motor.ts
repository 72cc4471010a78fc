import { relativeSpeed } from './pump-curve.ts';

const RATED_CURRENT_A = 7;
const RATED_POWER_W = 1386;
/** Shares of the rated current that magnetise and that turn (`domain.md` 2.2). */
const MAGNETISING = 0.45;
const TORQUE = 0.893;
const SLIP = 0.03;

export function motorCurrentA(frequencyHz: number, powerW: number): number {
  if (frequencyHz <= 0) return 0;
  const torque = powerW / (relativeSpeed(frequencyHz) * RATED_POWER_W);
  return RATED_CURRENT_A * Math.hypot(MAGNETISING, TORQUE * torque);
}

export const motorRpm = (frequencyHz: number) => 60 * frequencyHz * (1 - SLIP);

/** The rectified mains, sagging a little under load. */
export const busVoltageV = (mainsV: number, powerW: number) => Math.SQRT2 * mainsV - (8 * powerW) / 1000;
