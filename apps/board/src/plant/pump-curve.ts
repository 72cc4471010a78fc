/** `domain.md` 2.2: a published booster's curve at 50 Hz; other speeds follow the affinity laws. */
const HEAD_M = { a0: 76.24, a1: -0.0823, a2: -0.003493 };
const POWER_W = { b0: 896.4, b1: 8.674, b2: -0.03855 };
/** Power of a pump in air as a share of its closed-valve power (`domain.md` 2.4: 314 W of 896 W). */
const DRY_SHARE = 0.35;

export const RATED_HZ = 50;

export const relativeSpeed = (frequencyHz: number) => frequencyHz / RATED_HZ;

/** `wear` is the remaining share of the closed-valve head, 1 for a new impeller. */
export function headM(frequencyHz: number, flowLpm: number, wear = 1): number {
  const s = relativeSpeed(frequencyHz);
  return HEAD_M.a0 * wear * s ** 2 + HEAD_M.a1 * s * flowLpm + HEAD_M.a2 * flowLpm ** 2;
}

/** Electrical power; the polynomial goes below zero far outside the curve, so it is clamped. */
export function powerW(frequencyHz: number, flowLpm: number): number {
  const s = relativeSpeed(frequencyHz);
  return Math.max(0, s * (POWER_W.b0 * s * s + POWER_W.b1 * s * flowLpm + POWER_W.b2 * flowLpm * flowLpm));
}

const noFlowPowerW = (frequencyHz: number) => powerW(frequencyHz, 0);
export const dryPowerW = (frequencyHz: number) => DRY_SHARE * noFlowPowerW(frequencyHz);

/**
 * Operating point of the pump on a pipe with `staticHeadM + frictionM · Q²`: the positive root, or no flow where the
 * pump cannot reach that head (the check valve holds).
 */
export function operatingFlowLpm(
  frequencyHz: number,
  staticHeadM: number,
  frictionM: number,
  wear = 1,
): number {
  const s = relativeSpeed(frequencyHz);
  const spareHeadM = HEAD_M.a0 * wear * s * s - staticHeadM;
  if (spareHeadM <= 0 || s <= 0) return 0;
  const quadratic = HEAD_M.a2 - frictionM;
  const linear = HEAD_M.a1 * s;
  return (-linear - Math.sqrt(linear * linear - 4 * quadratic * spareHeadM)) / (2 * quadratic);
}

/** The frequency that holds a head without flow. */
export const zeroFlowHz = (staticHeadM: number) => RATED_HZ * Math.sqrt(Math.max(0, staticHeadM) / HEAD_M.a0);
