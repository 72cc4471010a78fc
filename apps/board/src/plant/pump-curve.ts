/** `domain.md` 2.2: a published booster's curve at 50 Hz; other speeds follow the affinity laws. */
const HEAD_M = { a0: 76.24, a1: -0.0823, a2: -0.003493 };
const POWER_W = { b0: 896.4, b1: 8.674, b2: -0.03855 };

export const RATED_HZ = 50;

export const relativeSpeed = (frequencyHz: number) => frequencyHz / RATED_HZ;

export function headM(frequencyHz: number, flowLpm: number): number {
  const s = relativeSpeed(frequencyHz);
  return HEAD_M.a0 * s ** 2 + HEAD_M.a1 * s * flowLpm + HEAD_M.a2 * flowLpm ** 2;
}

/** Electrical power; the fit bends below zero far outside the curve, a pump does not. */
export function powerW(frequencyHz: number, flowLpm: number): number {
  const s = relativeSpeed(frequencyHz);
  return Math.max(0, POWER_W.b0 * s ** 3 + POWER_W.b1 * s ** 2 * flowLpm + POWER_W.b2 * s * flowLpm ** 2);
}

/**
 * Where the pump's curve meets a pipe that asks for `staticHeadM + frictionM · Q²`: the positive root, and no
 * flow at all where the pump cannot lift that high (the check valve holds).
 */
export function operatingFlowLpm(frequencyHz: number, staticHeadM: number, frictionM: number): number {
  const s = relativeSpeed(frequencyHz);
  const spareHeadM = HEAD_M.a0 * s ** 2 - staticHeadM;
  if (spareHeadM <= 0) return 0;
  const quadratic = HEAD_M.a2 - frictionM;
  const linear = HEAD_M.a1 * s;
  return (-linear - Math.sqrt(linear ** 2 - 4 * quadratic * spareHeadM)) / (2 * quadratic);
}

/** The frequency that just holds a head without any flow. */
export const zeroFlowHz = (staticHeadM: number) => RATED_HZ * Math.sqrt(Math.max(0, staticHeadM) / HEAD_M.a0);
