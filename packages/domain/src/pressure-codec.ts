import type { PressureMode } from './pressure-bounds.ts';

/** Far finer than any drive shows, and coarse enough to wipe out the noise of floating point. */
const FINEST = 1e6;
const withoutNoise = (value: number) => Math.round(value * FINEST) / FINEST;

/** R5.5: what the wire carries for a pressure; in mode 10 it is divided by 10. */
export const pressureToWire = (bar: number, mode: PressureMode) => withoutNoise(bar / mode);

/** R5.5: the pressure in bar that the wire means. */
export const pressureFromWire = (wire: number, mode: PressureMode) => withoutNoise(wire * mode);

/** What is sent is what the codec makes of it: 5.5000004 goes out as 5.5. */
export const exactOnWire = (wire: number, mode: PressureMode) =>
  pressureToWire(pressureFromWire(wire, mode), mode);
