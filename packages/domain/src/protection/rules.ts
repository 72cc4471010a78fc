import type { PressureConfig } from '@manoboard/contract/device/device-config';
import type { EventSeverity } from '@manoboard/contract/mqtt/event';
import { pressureBounds } from '../pump/pressure-bounds.ts';
import { PROTECTION_CODES, type ProtectionCode } from './codes.ts';

/** One poll of the drive. Fields that could not be read are absent, and no rule uses them. */
export interface ProtectionSample {
  isOn: boolean;
  /** The drive is under remote control: it accepts a stop. */
  canCommand: boolean;
  frequencyHz?: number | undefined;
  /** The drive's limit, if it reports one. */
  highestHz?: number | undefined;
  pressureBar?: number | undefined;
  /** Voltage of the 0–10 V pressure sensor. */
  sensorV?: number | undefined;
  powerW?: number | undefined;
  requiredBar?: number | undefined;
}

/** Pump data at 50 Hz; rules that need power are skipped without them. */
export interface PumpFigures {
  ratedPowerW?: number | undefined;
  /** Measured at a closed valve. */
  noFlowPowerW?: number | undefined;
}

/** Normal values of this pump and installation. */
export interface ProtectionLimits extends PumpFigures {
  maxBar: number;
}

/** `domain.md` 2.2: the published pump of the simulated installation, or several in series. */
export const pumpsInSeries = (pumps: number): PumpFigures => ({
  noFlowPowerW: pumps * 896.4,
  ratedPowerW: pumps * 1386,
});
const PUBLISHED_PUMP = pumpsInSeries(1);
const RATED_HZ = 50;
/** Share of the rated power at a closed valve, from the published pump; an estimate for others. */
const USUAL_NO_FLOW_SHARE = 0.65;

/** R5.5: the highest permitted pressure, by the pressure config or the mode's default. */
export const protectionLimits = (
  pressure: PressureConfig = {},
  pump: PumpFigures = PUBLISHED_PUMP,
): ProtectionLimits => ({
  ...pump,
  maxBar: pressureBounds(pressure.normalizer ?? 1, pressure).max,
});
export const DEFAULT_LIMITS = protectionLimits();

/** A sample with NaN for absent fields: comparisons with NaN are false, so no rule fires. */
type Known = Readonly<
  Record<'frequencyHz' | 'highestHz' | 'pressureBar' | 'sensorV' | 'powerW' | 'requiredBar', number>
>;
const known = (sample: ProtectionSample): Known => ({
  frequencyHz: sample.frequencyHz ?? Number.NaN,
  highestHz: sample.highestHz ?? RATED_HZ,
  pressureBar: sample.pressureBar ?? Number.NaN,
  sensorV: sample.sensorV ?? Number.NaN,
  powerW: sample.powerW ?? Number.NaN,
  requiredBar: sample.requiredBar ?? Number.NaN,
});

interface Rule {
  afterMs: number;
  sev: EventSeverity;
  isMet(sample: Known, limits: ProtectionLimits): boolean;
}

/** The range of a working 0–10 V sensor. */
export const SENSOR_V = { broken: 0.05, tooHigh: 10.6 };
/** Below it a pump at full speed moves no water. */
export const DRY_BAR = 0.5;
const UNDERLOAD = 0.6;
/** Power up to this factor of the no-flow curve counts as no flow. */
const NO_FLOW = 1.03;

/** Power relative to the power at this speed at a closed valve. */
function load({ powerW, frequencyHz }: Known, limits: ProtectionLimits): number {
  const { ratedPowerW = Number.NaN, noFlowPowerW = USUAL_NO_FLOW_SHARE * ratedPowerW } = limits;
  return powerW / (noFlowPowerW * (frequencyHz / RATED_HZ) ** 3);
}
/** Power of the pump at the drive's limit and full flow. */
const fullPowerW = ({ highestHz }: Known, { ratedPowerW = Number.NaN }: ProtectionLimits) =>
  ratedPowerW * Math.min(1, highestHz / RATED_HZ) ** 3;
const isAtFullSpeed = ({ frequencyHz, highestHz }: Known) => frequencyHz >= 0.95 * highestHz;
const isBroken = (sensorV: number) => sensorV < SENSOR_V.broken || sensorV > SENSOR_V.tooHigh;

export const protectionRules: Readonly<Record<ProtectionCode, Rule>> = {
  // An empty pipe reads 0 V too: the motor power tells it from a broken wire.
  SENSOR_BREAK: {
    afterMs: 4_000,
    sev: 'alarm',
    isMet: (sample, limits) => isBroken(sample.sensorV) && !(load(sample, limits) < UNDERLOAD),
  },
  OVER_PRESSURE: {
    afterMs: 2_000,
    sev: 'alarm',
    isMet: ({ pressureBar, sensorV }, { maxBar }) => pressureBar > maxBar + 0.5 && !isBroken(sensorV),
  },
  DRY_RUN: {
    afterMs: 10_000,
    sev: 'alarm',
    isMet: (sample, limits) =>
      isAtFullSpeed(sample) && sample.pressureBar < DRY_BAR && load(sample, limits) < UNDERLOAD,
  },
  PIPE_BURST: {
    afterMs: 60_000,
    sev: 'alarm',
    isMet: (sample, limits) =>
      isAtFullSpeed(sample) &&
      (sample.pressureBar < 0.3 || sample.pressureBar < 0.5 * sample.requiredBar) &&
      sample.powerW > 0.8 * fullPowerW(sample, limits),
  },
  NO_FLOW: {
    afterMs: 60_000,
    sev: 'warning',
    // An estimated curve tells air from water, but not low flow from no flow.
    isMet: (sample, limits) =>
      limits.noFlowPowerW !== undefined &&
      load(sample, limits) >= UNDERLOAD &&
      load(sample, limits) < NO_FLOW,
  },
};

/** The conditions met by this sample; none unless the motor turns. */
export function metConditions(sample: ProtectionSample, limits: ProtectionLimits): ProtectionCode[] {
  const numbers = known(sample);
  if (!sample.isOn || !(numbers.frequencyHz > 0)) return [];
  return PROTECTION_CODES.filter((code) => protectionRules[code].isMet(numbers, limits));
}
