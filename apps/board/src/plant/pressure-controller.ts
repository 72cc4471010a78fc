import { holdingHz } from './network.ts';
import { RATED_HZ } from './pump-curve.ts';
import { type Installation, type Site, siteOf } from './site.ts';

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
  /** Pressure at the last step. */
  lastBar: number;
}

const GAIN = 2;
const INTEGRAL_TIME_S = 1.5;
/** P00.11 and P00.12: 5 s up, 2.5 s down for the whole range. A slow ramp down fills the tank behind a closing tap. */
const RAMP_HZ_PER_S = { up: RATED_HZ / 5, down: RATED_HZ / 2.5 };
/** Soft fill: the reference ramps from the current pressure; otherwise a cold start would overshoot. */
const FILL_BAR_PER_S = 0.15;

/**
 * A closing tap raises the pressure faster than the soft fill does. The controller then acts on the pressure of some
 * seconds ahead, which also makes up for the sensor's filter, and above the limit the motor slows down along its ramp.
 * The highest offered set point needs that: the board stops the pump at 0.5 bar above it.
 */
const LEAD_S = 3;
/** Far below the reference a fast rise is welcome: stiff pipes of an empty tank fill. */
const LEAD_WITHIN_BAR = 1;
const CUTBACK_BAR = { rising: 0.2, steady: 0.35 };

const SLEEP = { aboveHoldingHz: 1.5, belowSetBar: 0.1, afterS: 10 };
const BOOST = { aboveSetBar: 0.3, limitS: 15 };
const WAKE = { belowSetBar: 0.5, afterS: 0.5 };

const clamp = (low: number, high: number, value: number) => Math.min(high, Math.max(low, value));

export const newController = (
  pressureBar: number,
  mode: PressureController['mode'],
  { lowestHz }: Pick<Site, 'lowestHz'>,
): PressureController => ({
  mode,
  integral: lowestHz / RATED_HZ,
  referenceBar: pressureBar,
  heldS: 0,
  boostedS: 0,
  lastBar: pressureBar,
});

/** The output passes the drive's ramps. */
export const ramp = (fromHz: number, toHz: number, dtS: number) =>
  clamp(fromHz - RAMP_HZ_PER_S.down * dtS, fromHz + RAMP_HZ_PER_S.up * dtS, toHz);

function sleepHz(setPointBar: number, installation: Installation): number {
  const site = siteOf(installation);
  return site.sleepHz ?? holdingHz(site, setPointBar) + SLEEP.aboveHoldingHz;
}

/** Limits of the output, 1 = 50 Hz. */
function outputLimits(installation: Installation): { lowest: number; highest: number } {
  const { lowestHz, highestHz } = siteOf(installation);
  return { lowest: lowestHz / RATED_HZ, highest: highestHz / RATED_HZ };
}

/** How much faster the pressure rises than during the soft fill. */
function tooFastBarPerS(controller: PressureController, pressureBar: number, dtS: number): number {
  const risingBarPerS = (pressureBar - controller.lastBar) / dtS;
  controller.lastBar = pressureBar;
  return Math.max(0, risingBarPerS - FILL_BAR_PER_S);
}

function regulate(
  controller: PressureController,
  pressureBar: number,
  installation: Installation,
  dtS: number,
): number {
  const { sensorMaxBar, pumps } = installation;
  const { lowest, highest } = outputLimits(installation);
  const rise = tooFastBarPerS(controller, pressureBar, dtS);
  const tooFast = pressureBar > controller.referenceBar - LEAD_WITHIN_BAR ? rise : 0;
  const aheadBar = pressureBar + LEAD_S * tooFast;
  // Pumps in series share the pressure: each has its part of the sensor's span.
  const error = (controller.referenceBar - aheadBar) / (sensorMaxBar / pumps);
  const output = GAIN * error + controller.integral;
  // Anti-windup: at a limit of the output the integral may only move back.
  const isHelpful = (output < highest || error < 0) && (output > lowest || error > 0);
  if (isHelpful) {
    controller.integral = clamp(
      lowest,
      highest,
      controller.integral + ((GAIN * error) / INTEGRAL_TIME_S) * dtS,
    );
  }
  const limitBar = controller.referenceBar + (tooFast > 0 ? CUTBACK_BAR.rising : CUTBACK_BAR.steady);
  const isTooHigh = aheadBar > limitBar;
  return RATED_HZ * (isTooHigh ? lowest : clamp(lowest, highest, output));
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
    Object.assign(controller, newController(pressureBar, 'regulating', siteOf(installation)));
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
