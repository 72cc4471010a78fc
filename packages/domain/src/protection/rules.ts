import type { PressureConfig } from '@manoboard/contract/device/device-config';
import type { EventSeverity } from '@manoboard/contract/mqtt/event';
import { pressureBounds } from '../pump/pressure-bounds.ts';
import { PROTECTION_CODES, type ProtectionCode } from './codes.ts';
import { mostBar, type SensorSignal, sensorLimits } from './sensor-signal.ts';

/** One poll of the drive. Fields that could not be read are absent, and no rule uses them. */
export interface ProtectionSample {
  isOn: boolean;
  /** The drive is under remote control: it accepts a stop. */
  canCommand: boolean;
  /** R5.10: a lock-out tag is in force, so that no start is planned. */
  isTagged?: boolean;
  frequencyHz?: number | undefined;
  /** The drive's limit, if it reports one. */
  highestHz?: number | undefined;
  pressureBar?: number | undefined;
  /** Voltage of the pressure sensor at its analog input. */
  sensorV?: number | undefined;
  powerW?: number | undefined;
  requiredBar?: number | undefined;
  /** `heldLoad` of the last sample that held the pressure. */
  loadBefore?: number | undefined;
  /** `fallenBar` of the samples before. */
  barBefore?: number | undefined;
}

/** Pump data at 50 Hz; a rule that needs an absent one is silent. */
export interface PumpFigures {
  ratedPowerW?: number | undefined;
  /** Measured at a closed valve. */
  noFlowPowerW?: number | undefined;
  /** The largest power of the pump's curve. */
  peakPowerW?: number | undefined;
  sensorSignal?: SensorSignal | undefined;
}

/** Normal values of this pump and installation. */
export interface ProtectionLimits extends PumpFigures {
  maxBar: number;
  /** End of the range of the sensor, if it is configured. */
  sensorMaxBar?: number | undefined;
}

const RATED_HZ = 50;
/** Share of the rated power at a closed valve while it is not measured; usual for centrifugal pumps. */
const USUAL_NO_FLOW_SHARE = 0.65;

/** R5.5: the highest permitted pressure, by the pressure config or the mode's default; unknown with an unknown config. */
export const protectionLimits = (
  pressure: PressureConfig | null = {},
  pump: PumpFigures = {},
): ProtectionLimits => ({
  ...pump,
  maxBar: pressure ? pressureBounds(pressure.normalizer ?? 1, pressure).max : Number.NaN,
  sensorMaxBar: pressure?.sensor_max,
});

/** A sample with NaN for absent fields: comparisons with NaN are false, so no rule fires. */
type Known = Readonly<
  Record<
    | 'frequencyHz'
    | 'highestHz'
    | 'pressureBar'
    | 'sensorV'
    | 'powerW'
    | 'requiredBar'
    | 'loadBefore'
    | 'barBefore',
    number
  >
>;
const known = (sample: ProtectionSample): Known => ({
  frequencyHz: sample.frequencyHz ?? Number.NaN,
  highestHz: sample.highestHz ?? RATED_HZ,
  pressureBar: sample.pressureBar ?? Number.NaN,
  sensorV: sample.sensorV ?? Number.NaN,
  powerW: sample.powerW ?? Number.NaN,
  requiredBar: sample.requiredBar ?? Number.NaN,
  loadBefore: sample.loadBefore ?? Number.NaN,
  barBefore: sample.barBefore ?? Number.NaN,
});

interface Rule {
  afterMs: number;
  sev: EventSeverity;
  isMet(sample: Known, limits: ProtectionLimits): boolean;
}

/** Below it a pump at full speed moves no water. */
export const DRY_BAR = 0.5;
const UNDERLOAD = 0.6;
/** Air in the suction: the pump delivers, but less than at a closed valve, and the pressure falls. */
const AIR = { load: 0.8, belowBar: 0.5 };
/** A minute of air in the suction counts as ten seconds without water. */
const AIR_RATE = 1 / 6;
/** Water needs at least the power of a closed valve: with less, beyond the errors of the measurements, air is in it. */
const AIRY_LOAD = 0.85;
/** A range of the load that counts as no flow. */
const NO_FLOW = { least: AIRY_LOAD, most: 1.03 };
/** Share of the power at full flow; above it the pump moves much water. */
const HIGH_POWER = { ofRated: 0.8, ofPeak: 0.95 };

/** Power relative to the power at this speed at a closed valve. */
function load({ powerW, frequencyHz }: Known, limits: ProtectionLimits): number {
  const { ratedPowerW = Number.NaN, noFlowPowerW = USUAL_NO_FLOW_SHARE * ratedPowerW } = limits;
  return powerW / (noFlowPowerW * (frequencyHz / RATED_HZ) ** 3);
}
const isAtFullSpeed = ({ frequencyHz, highestHz }: Known) => frequencyHz >= 0.95 * highestHz;

/**
 * The power of full flow at full speed. On a known curve a lower power has a head that contradicts an empty pipe, so the
 * limit is near its peak.
 */
function isAtFullPower(sample: Known, { ratedPowerW = Number.NaN, peakPowerW }: ProtectionLimits): boolean {
  const leastW = peakPowerW === undefined ? HIGH_POWER.ofRated * ratedPowerW : HIGH_POWER.ofPeak * peakPowerW;
  return isAtFullSpeed(sample) && sample.powerW > leastW * Math.min(1, sample.highestHz / RATED_HZ) ** 3;
}

const isDry = (sample: Known, limits: ProtectionLimits) =>
  isAtFullSpeed(sample) && sample.pressureBar < DRY_BAR && load(sample, limits) < UNDERLOAD;

/** Only with a measured closed-valve power: an estimated one is not exact enough. */
const hasAir = (sample: Known, limits: ProtectionLimits) =>
  limits.noFlowPowerW !== undefined &&
  isAtFullSpeed(sample) &&
  sample.pressureBar < sample.requiredBar - AIR.belowBar &&
  load(sample, limits) < AIR.load;

/** By the voltage; of an input that is not reported by the pressure, which then exceeds the range of the sensor. */
export function isAboveRange(
  { sensorV, pressureBar = Number.NaN }: Pick<ProtectionSample, 'sensorV' | 'pressureBar'>,
  { sensorSignal, sensorMaxBar = Number.NaN }: ProtectionLimits,
): boolean {
  return sensorV === undefined || Number.isNaN(sensorV)
    ? pressureBar > mostBar(sensorMaxBar, sensorSignal)
    : sensorV > sensorLimits(sensorSignal).tooHigh;
}

/** A lost signal changes nothing in the pipes: at each speed the load stays what it was. */
const SAME_LOAD = 1.08;
/** Share of the required pressure that counts as held. */
const HELD = 0.8;

/**
 * A live zero (4–20 mA) tells a broken wire from an empty pipe. Without it both read 0 V, and the power tells: without
 * water it is low; after a burst it is that of full flow, and higher than before. Behind a blocked outlet the pressure falls
 * to that of the empty tank before it is gone, while the pump runs at full speed without flow.
 */
function isSensorBroken(sample: Known, limits: ProtectionLimits): boolean {
  const { broken, hasLiveZero } = sensorLimits(limits.sensorSignal);
  if (isAboveRange(sample, limits)) return true;
  if (!(sample.sensorV < broken)) return false;
  if (hasLiveZero) return true;
  const now = load(sample, limits);
  const isBurst = isAtFullPower(sample, limits) && !(now <= SAME_LOAD * sample.loadBefore);
  const isBlocked = now < NO_FLOW.most && sample.barBefore < HELD * sample.requiredBar;
  return !(now < UNDERLOAD || isBurst || isBlocked);
}

const isInRange = (sample: Known, limits: ProtectionLimits) =>
  !(sample.sensorV < sensorLimits(limits.sensorSignal).broken || isAboveRange(sample, limits));

export const protectionRules: Readonly<Record<ProtectionCode, Rule>> = {
  SENSOR_BREAK: { afterMs: 4_000, sev: 'alarm', isMet: isSensorBroken },
  OVER_PRESSURE: {
    afterMs: 2_000,
    sev: 'alarm',
    isMet: (sample, limits) => sample.pressureBar > limits.maxBar + 0.5 && isInRange(sample, limits),
  },
  DRY_RUN: {
    // Accumulated time (`dry-time.ts`): air comes and goes.
    afterMs: 10_000,
    sev: 'alarm',
    isMet: (sample, limits) => isDry(sample, limits) || hasAir(sample, limits),
  },
  PIPE_BURST: {
    afterMs: 60_000,
    sev: 'alarm',
    isMet: (sample, limits) =>
      (sample.pressureBar < 0.3 || sample.pressureBar < 0.5 * sample.requiredBar) &&
      isAtFullPower(sample, limits),
  },
  NO_FLOW: {
    afterMs: 60_000,
    sev: 'warning',
    // An estimated curve tells air from water, but not low flow from no flow.
    isMet: (sample, limits) =>
      limits.noFlowPowerW !== undefined &&
      load(sample, limits) >= NO_FLOW.least &&
      load(sample, limits) < NO_FLOW.most,
  },
};

const isTurning = ({ isOn, frequencyHz = 0 }: ProtectionSample) => isOn && frequencyHz > 0;

/** How fast the dry time of a sample grows: 1 without water, less with air, 0 with water. */
export function dryRate(sample: ProtectionSample, limits: ProtectionLimits): number {
  if (!isTurning(sample)) return 0;
  const numbers = known(sample);
  if (isDry(numbers, limits)) return 1;
  return hasAir(numbers, limits) ? AIR_RATE : 0;
}

/** Below this share of the highest speed the resolution of the power hides the load. */
const LEAST_SPEED = 0.6;

/**
 * The motor needs less than at a closed valve, but more than without water. Only with a measured closed-valve power; unknown
 * at a low speed and without water, which other conditions judge.
 */
export function isAiry(sample: ProtectionSample, limits: ProtectionLimits): boolean | undefined {
  const numbers = known(sample);
  if (limits.noFlowPowerW === undefined || !isTurning(sample)) return undefined;
  if (!(numbers.frequencyHz >= LEAST_SPEED * numbers.highestHz && numbers.powerW >= 0)) return undefined;
  const now = load(numbers, limits);
  return now < UNDERLOAD ? undefined : now < AIRY_LOAD;
}

/** Load of a pump that holds its pressure, relative to a closed valve at this speed; otherwise undefined. */
export function heldLoad(sample: ProtectionSample, limits: ProtectionLimits): number | undefined {
  const numbers = known(sample);
  if (!isTurning(sample) || !(numbers.pressureBar >= HELD * numbers.requiredBar)) return undefined;
  const now = load(numbers, limits);
  return Number.isFinite(now) ? Math.round(1000 * now) / 1000 : undefined;
}

/** The last pressure that the sensor measured, if the pump ran at full speed; kept while the sensor measures nothing. */
export function fallenBar(sample: ProtectionSample, limits: ProtectionLimits): number | undefined {
  if (!isTurning(sample)) return undefined;
  const numbers = known(sample);
  if (!isInRange(numbers, limits)) return sample.barBefore;
  return isAtFullSpeed(numbers) ? sample.pressureBar : undefined;
}

/** The conditions met by this sample; none unless the motor turns. */
export function metConditions(sample: ProtectionSample, limits: ProtectionLimits): ProtectionCode[] {
  if (!isTurning(sample)) return [];
  const numbers = known(sample);
  return PROTECTION_CODES.filter((code) => protectionRules[code].isMet(numbers, limits));
}
