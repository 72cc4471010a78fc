import { holdingHz } from './network.ts';
import { RATED_HZ } from './pump-curve.ts';

/** The drive's own PI control with sleep, boost and wake (`domain.md` 2.2). */
export interface PressureController {
  mode: 'regulating' | 'boosting' | 'asleep';
  /** Integral part of the output, 1 = 50 Hz. */
  integral: number;
  /** Current reference, on its way to the set point. */
  referenceBar: number;
  /** How long the exit condition of the present mode has held. */
  heldS: number;
  boostedS: number;
}

const GAIN = 2;
const INTEGRAL_TIME_S = 1.5;
const LOWEST = 25 / RATED_HZ;
const HIGHEST = 1;
const RAMP_HZ_PER_S = RATED_HZ / 5;
/** Soft fill: the reference ramps from the current pressure; otherwise a cold start would overshoot. */
const FILL_BAR_PER_S = 0.15;

const SLEEP = { aboveHoldingHz: 1.5, belowSetBar: 0.1, afterS: 10 };
const BOOST = { aboveSetBar: 0.3, limitS: 15 };
const WAKE = { belowSetBar: 0.5, afterS: 0.5 };

const clamp = (low: number, high: number, value: number) => Math.min(high, Math.max(low, value));

export const newController = (
  pressureBar: number,
  mode: PressureController['mode'] = 'regulating',
): PressureController => ({ mode, integral: LOWEST, referenceBar: pressureBar, heldS: 0, boostedS: 0 });

/** The output passes the drive's ramp, 5 s for the whole range. */
export const ramp = (fromHz: number, toHz: number, dtS: number) =>
  clamp(fromHz - RAMP_HZ_PER_S * dtS, fromHz + RAMP_HZ_PER_S * dtS, toHz);

/** Inputs of the controller: the number of pumps in series, and the sensor whose span is 100 %. */
export interface Installation {
  pumps: number;
  sensorMaxBar: number;
}
export const HOUSE: Installation = { pumps: 1, sensorMaxBar: 10 };

const sleepHz = (setPointBar: number, { pumps } = HOUSE) =>
  holdingHz(setPointBar, pumps) + SLEEP.aboveHoldingHz;

function regulate(
  controller: PressureController,
  pressureBar: number,
  { sensorMaxBar }: Installation,
  dtS: number,
): number {
  const error = (controller.referenceBar - pressureBar) / sensorMaxBar;
  const output = GAIN * error + controller.integral;
  // Anti-windup: at a limit of the output the integral may only move back.
  const isHelpful = (output < HIGHEST || error < 0) && (output > LOWEST || error > 0);
  if (isHelpful) {
    controller.integral = clamp(
      LOWEST,
      HIGHEST,
      controller.integral + ((GAIN * error) / INTEGRAL_TIME_S) * dtS,
    );
  }
  return RATED_HZ * clamp(LOWEST, HIGHEST, output);
}

function enter(controller: PressureController, mode: PressureController['mode']): void {
  controller.mode = mode;
  controller.heldS = 0;
  controller.boostedS = 0;
}

/** True once `isOpen` has held without a break for `afterS`. */
function hasHeld(controller: PressureController, isOpen: boolean, afterS: number, dtS: number): boolean {
  controller.heldS = isOpen ? controller.heldS + dtS : 0;
  return controller.heldS >= afterS;
}

function chooseMode(
  controller: PressureController,
  setPointBar: number,
  pressureBar: number,
  frequencyHz: number,
  installation: Installation,
  dtS: number,
): void {
  if (controller.mode === 'asleep') {
    const isLow = pressureBar < setPointBar - WAKE.belowSetBar;
    if (!hasHeld(controller, isLow, WAKE.afterS, dtS)) return;
    Object.assign(controller, newController(pressureBar));
  } else if (controller.mode === 'boosting') {
    controller.boostedS += dtS;
    if (pressureBar < setPointBar - SLEEP.belowSetBar) enter(controller, 'regulating');
    else if (pressureBar >= setPointBar + BOOST.aboveSetBar || controller.boostedS >= BOOST.limitS)
      enter(controller, 'asleep');
  } else {
    const isIdle =
      frequencyHz <= sleepHz(setPointBar, installation) && pressureBar > setPointBar - SLEEP.belowSetBar;
    if (hasHeld(controller, isIdle, SLEEP.afterS, dtS)) enter(controller, 'boosting');
  }
}

/** Requested frequency; the ramp brings the motor there. */
export function targetHz(
  controller: PressureController,
  setPointBar: number,
  pressureBar: number,
  frequencyHz: number,
  installation: Installation,
  dtS: number,
): number {
  chooseMode(controller, setPointBar, pressureBar, frequencyHz, installation, dtS);
  if (controller.mode === 'asleep') return 0;
  // Slightly above the goal, since the controller approaches its reference only slowly.
  const goalBar = controller.mode === 'boosting' ? setPointBar + BOOST.aboveSetBar + 0.05 : setPointBar;
  controller.referenceBar = Math.min(goalBar, controller.referenceBar + FILL_BAR_PER_S * dtS);
  return regulate(controller, pressureBar, installation, dtS);
}
