import { relativeSpeed } from './pump-curve.ts';

export const RATED_CURRENT_A = 7;
export const RATED_POWER_W = 1386;
/** Magnetising and torque shares of the rated current (`domain.md` 2.2). */
const MAGNETISING = 0.45;
const TORQUE = 0.893;
const SLIP = 0.03;
const RATED_VOLT = 230;
/** Raises the voltage at low speed to compensate the winding resistance. */
const BOOST_VOLT = 6;

export function motorCurrentA(frequencyHz: number, powerW: number): number {
  if (frequencyHz <= 0) return 0;
  const torque = powerW / (relativeSpeed(frequencyHz) * RATED_POWER_W);
  return RATED_CURRENT_A * Math.hypot(MAGNETISING, TORQUE * torque);
}

export const motorRpm = (frequencyHz: number) => 60 * frequencyHz * (1 - SLIP);

/** Output voltage of the drive, limited by its input. */
export function outputVoltageV(frequencyHz: number, mainsV: number): number {
  if (frequencyHz <= 0) return 0;
  const s = relativeSpeed(frequencyHz);
  return Math.min(mainsV, RATED_VOLT * s + BOOST_VOLT * Math.max(0, 1 - s));
}

/** What the drive is fed with: `busPerVolt` is √2 of one phase, 1.35 of three. */
export interface MainsData {
  volt: number;
  busPerVolt: number;
  sagVPerKw: number;
}

/** Rectified mains with a small sag under load. */
export const busVoltageV = (mainsV: number, powerW: number, { busPerVolt, sagVPerKw }: MainsData) =>
  Math.max(0, busPerVolt * mainsV - (sagVPerKw * powerW) / 1000);
