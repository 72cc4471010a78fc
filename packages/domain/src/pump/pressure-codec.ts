import type { PressureMode } from './pressure-bounds.ts';

/** Finer than the resolution of any drive, coarse enough to remove floating-point noise. */
const FINEST = 1e6;
const withoutNoise = (value: number) => Math.round(value * FINEST) / FINEST;

/** R5.5: the wire value of a pressure; in mode 10 it is divided by 10. */
export const pressureToWire = (bar: number, mode: PressureMode) => withoutNoise(bar / mode);

/** R5.5: the pressure in bar of a wire value. */
export const pressureFromWire = (wire: number, mode: PressureMode) => withoutNoise(wire * mode);

/** Rounds a wire value as the codec does: 5.5000004 is sent as 5.5. */
export const exactOnWire = (wire: number, mode: PressureMode) =>
  pressureToWire(pressureFromWire(wire, mode), mode);
