import { RATED_HZ } from './pump-curve.ts';
import type { DriveHeat, MotorData, PumpCurve } from './site.ts';

/** A point of a pump at 50 Hz and full load speed: shaft power, not electrical. */
interface ShaftPoint {
  lpm: number;
  m: number;
  shaftW: number;
}

/**
 * A pump by measured points. Unlike the published pump it does not follow the affinity laws exactly: the rotor slips
 * less at part load, small speeds lose head, bearings need a constant torque, and the efficiency of the motor varies
 * with its load.
 */
export interface TabulatedPump {
  /** From no flow on, heads falling. */
  points: readonly ShaftPoint[];
  /** The motor's plate: shaft power, and efficiency at full load. */
  ratedShaftW: number;
  efficiency: number;
  slip: number;
  /** Exponent of the head over the speed, 2 by the affinity laws. */
  headExponent: number;
  /** Friction of bearings and seals, as a share of the rated torque. */
  frictionShare: number;
  /** Error of the power that the drive shows. */
  powerGain: number;
}

const STEPS = 48;
const BISECTIONS = 18;
/** Losses of the motor at full load that do not depend on the load. */
const FIXED_LOSS_SHARE = 0.45;
/** Share of the closed-valve shaft power that an impeller in air needs. */
const DRY_SHARE = 0.28;
/** A worn impeller loses more head at a large flow. */
const WEAR_AT_FLOW = 0.6;

/** Values at equal distances of the flow, for a fast search. */
function resample(points: readonly ShaftPoint[], pick: (point: ShaftPoint) => number): Float64Array {
  const mostLpm = points.at(-1)?.lpm ?? 0;
  return Float64Array.from({ length: STEPS + 1 }, (_, step) => {
    const lpm = (mostLpm * step) / STEPS;
    const after = Math.max(
      1,
      points.findIndex((point) => point.lpm >= lpm),
    );
    const [low, high] = [points[after - 1], points[after]];
    if (!low || !high) return 0;
    return pick(low) + ((pick(high) - pick(low)) * (lpm - low.lpm)) / (high.lpm - low.lpm);
  });
}

/** Value at a flow as a share of the last one; the last slope continues behind it. */
function at(table: Float64Array, share: number): number {
  const place = share * STEPS;
  const index = Math.min(STEPS - 1, Math.max(0, Math.floor(place)));
  const low = table[index] ?? 0;
  return low + ((table[index + 1] ?? 0) - low) * (place - index);
}

export function tabulatedPump(data: TabulatedPump): PumpCurve {
  const { points, ratedShaftW, efficiency, slip, headExponent, frictionShare, powerGain } = data;
  const mostLpm = points.at(-1)?.lpm ?? 1;
  const heads = resample(points, ({ m }) => m);
  const powers = resample(points, ({ shaftW }) => shaftW);
  const fullLossW = ratedShaftW * (1 / efficiency - 1);

  /** Speed of the rotor relative to full load at 50 Hz: it slips less while the torque is small. */
  const rotor = (s: number, share: number) => s + slip * s * (1 - s * s * (0.55 + 0.45 * share));

  function head(s: number, lpm: number, wear: number): number {
    const share = lpm / mostLpm;
    const n = rotor(s, share);
    const worn = (1 - wear) * (1 + (WEAR_AT_FLOW * share) / Math.max(0.1, n));
    return n ** headExponent * (at(heads, share / n) - worn * (heads[0] ?? 0));
  }

  function electricalW(s: number, shaftW: number): number {
    const torque = shaftW / (s * ratedShaftW);
    const lossW = fullLossW * (FIXED_LOSS_SHARE * s ** 1.3 + (1 - FIXED_LOSS_SHARE) * torque * torque);
    return powerGain * (shaftW + lossW);
  }
  const frictionW = (s: number) => frictionShare * ratedShaftW * s;

  function powerW(frequencyHz: number, lpm: number): number {
    if (frequencyHz <= 0) return 0;
    const s = frequencyHz / RATED_HZ;
    const n = rotor(s, lpm / mostLpm);
    return electricalW(s, n ** 3 * at(powers, lpm / mostLpm / n) + frictionW(s));
  }

  return {
    powerW,
    dryPowerW(frequencyHz) {
      if (frequencyHz <= 0) return 0;
      const s = frequencyHz / RATED_HZ;
      return electricalW(s, DRY_SHARE * rotor(s, 0) ** 3 * (powers[0] ?? 0) + frictionW(s));
    },
    closedValveHeadM: (frequencyHz, wear) => head(frequencyHz / RATED_HZ, 0, wear),
    flowLpm(frequencyHz, staticHeadM, frictionM, wear) {
      const s = frequencyHz / RATED_HZ;
      if (s <= 0 || head(s, 0, wear) <= staticHeadM) return 0;
      let [low, high] = [0, mostLpm * s * (1 + slip)];
      for (let step = 0; step < BISECTIONS; step++) {
        const middle = (low + high) / 2;
        if (head(s, middle, wear) > staticHeadM + frictionM * middle * middle) low = middle;
        else high = middle;
      }
      return (low + high) / 2;
    },
    holdingHz(staticHeadM) {
      let [low, high] = [0, 2 * RATED_HZ];
      for (let step = 0; step < BISECTIONS; step++) {
        const middle = (low + high) / 2;
        if (head(middle / RATED_HZ, 0, 1) < staticHeadM) low = middle;
        else high = middle;
      }
      return (low + high) / 2;
    },
  };
}

/** A motor with a magnetising current that rises at low speed, where the drive boosts the voltage. */
export const motorOf = (ratedCurrentA: number, ratedInputW: number, magnetising: number): MotorData => ({
  ratedCurrentA,
  currentA(frequencyHz, powerW) {
    if (frequencyHz <= 0) return 0;
    const s = frequencyHz / RATED_HZ;
    const torque = powerW / (s * ratedInputW);
    return (
      ratedCurrentA * Math.hypot(magnetising * (1.08 - 0.08 * s), Math.sqrt(1 - magnetising ** 2) * torque)
    );
  },
});

/** Cooling of a drive by its size: with a fan while it is warm, by convection otherwise. */
export function heatOf(ratedInputW: number): DriveHeat {
  const capacityJPerK = 500 + 0.6 * ratedInputW;
  const withFanWPerK = 0.9 + ratedInputW / 900;
  const lossW = (powerW: number) => 10 + 0.006 * ratedInputW + 0.03 * powerW;
  /** Natural convection gets better with the temperature. */
  const convectionWPerK = (overK: number) => 0.33 * withFanWPerK * (Math.max(1, overK) / 25) ** 0.25;
  const fanC = { on: 42, off: 38 };
  const cooledW = (driveC: number, ambientC: number, hasFan: boolean) => {
    const overK = driveC - ambientC;
    const fanShare = hasFan ? Math.min(1, Math.max(0, (driveC - fanC.off) / (fanC.on - fanC.off))) : 0;
    const natural = convectionWPerK(overK);
    return overK * (natural + fanShare * (withFanWPerK - natural));
  };
  return {
    settledC(powerW, ambientC) {
      let driveC = ambientC;
      for (let step = 0; step < 2000; step++)
        driveC += (lossW(powerW) - cooledW(driveC, ambientC, true)) * (5 / capacityJPerK);
      return driveC;
    },
    nextC: (beforeC, powerW, dtS, ambientC, isFanFailed) =>
      beforeC + ((lossW(powerW) - cooledW(beforeC, ambientC, !isFanFailed)) / capacityJPerK) * dtS,
  };
}
