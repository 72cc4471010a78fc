import { type PressureBounds, STEPS_A_BAR } from './pressure-bounds.ts';

export const PRESSURE_STEP_BAR = 1 / STEPS_A_BAR;
const ROUNDING = 1e-6;

export const isWholeStep = (bar: number) =>
  Math.abs(bar * STEPS_A_BAR - Math.round(bar * STEPS_A_BAR)) <= ROUNDING;

/** R5.5: one step up or down, clamped; a value between two steps goes to the next one. */
export function stepPressure(bar: number, direction: 1 | -1, { min, max }: PressureBounds): number {
  const steps = bar * STEPS_A_BAR;
  const next = direction === 1 ? Math.floor(steps + ROUNDING) + 1 : Math.ceil(steps - ROUNDING) - 1;
  return Math.min(max, Math.max(min, next / STEPS_A_BAR));
}

export const isWithin = (value: number, { min, max }: PressureBounds) =>
  value >= min - ROUNDING && value <= max + ROUNDING;
