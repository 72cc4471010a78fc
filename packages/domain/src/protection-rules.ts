import type { PressureConfig } from '@manoboard/contract/device-config';
import type { EventSeverity } from '@manoboard/contract/event';
import { pressureBounds } from './pressure-bounds.ts';
import { PROTECTION_CODES, type ProtectionCode } from './protection-codes.ts';

/** One look at the drive. What could not be read is absent, and then nothing is concluded from it. */
export interface ProtectionSample {
  isOn: boolean;
  /** The line is in charge of the drive: a stop is obeyed. */
  canCommand: boolean;
  frequencyHz?: number | undefined;
  /** What the drive is limited to, where it tells. */
  highestHz?: number | undefined;
  pressureBar?: number | undefined;
  /** Of the 0–10 V pressure sensor. */
  sensorV?: number | undefined;
  powerW?: number | undefined;
  requiredBar?: number | undefined;
}

/** What is known of a pump at 50 Hz; with nothing known, nothing is concluded from its power. */
export interface PumpFigures {
  ratedPowerW?: number | undefined;
  /** Measured against a closed valve. */
  noFlowPowerW?: number | undefined;
}

/** What is normal for this pump and this house. */
export interface ProtectionLimits extends PumpFigures {
  maxBar: number;
}

/** `domain.md` 2.2: the published pump of the simulated house, or so many of it in a row. */
export const pumpsInARow = (pumps: number): PumpFigures => ({
  noFlowPowerW: pumps * 896.4,
  ratedPowerW: pumps * 1386,
});
const PUBLISHED_PUMP = pumpsInARow(1);
const RATED_HZ = 50;
/** A closed valve takes about so much of the rated power of a pump like the published one; a guess for others. */
const USUAL_NO_FLOW_SHARE = 0.65;

/** R5.5: the house may have what its pressure config allows, or what its mode does. */
export const protectionLimits = (
  pressure: PressureConfig = {},
  pump: PumpFigures = PUBLISHED_PUMP,
): ProtectionLimits => ({
  ...pump,
  maxBar: pressureBounds(pressure.normalizer ?? 1, pressure).max,
});
export const DEFAULT_LIMITS = protectionLimits();

/** A sample in which what is absent is not a number: comparing with it is false, so it concludes nothing. */
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
  isSo(sample: Known, limits: ProtectionLimits): boolean;
}

const SENSOR_V = { broken: 0.05, tooHigh: 10.6 };
const UNDERLOAD = 0.6;
/** Up to so much above the no-flow curve counts as no flow. */
const NO_FLOW = 1.03;

/** Power as a share of what the pump takes at this speed against a closed valve. */
function load({ powerW, frequencyHz }: Known, limits: ProtectionLimits): number {
  const { ratedPowerW = Number.NaN, noFlowPowerW = USUAL_NO_FLOW_SHARE * ratedPowerW } = limits;
  return powerW / (noFlowPowerW * (frequencyHz / RATED_HZ) ** 3);
}
/** What the pump takes at the drive's limit when it gives all it can. */
const fullPowerW = ({ highestHz }: Known, { ratedPowerW = Number.NaN }: ProtectionLimits) =>
  ratedPowerW * Math.min(1, highestHz / RATED_HZ) ** 3;
const isAtFullSpeed = ({ frequencyHz, highestHz }: Known) => frequencyHz >= 0.95 * highestHz;
const isBroken = (sensorV: number) => sensorV < SENSOR_V.broken || sensorV > SENSOR_V.tooHigh;

export const protectionRules: Readonly<Record<ProtectionCode, Rule>> = {
  // An empty pipe reads 0 V too: it is told from a broken wire by what the motor takes.
  SENSOR_BREAK: {
    afterMs: 4_000,
    sev: 'alarm',
    isSo: (sample, limits) => isBroken(sample.sensorV) && !(load(sample, limits) < UNDERLOAD),
  },
  OVER_PRESSURE: {
    afterMs: 2_000,
    sev: 'alarm',
    isSo: ({ pressureBar, sensorV }, { maxBar }) => pressureBar > maxBar + 0.5 && !isBroken(sensorV),
  },
  DRY_RUN: {
    afterMs: 10_000,
    sev: 'alarm',
    isSo: (sample, limits) =>
      isAtFullSpeed(sample) && sample.pressureBar < 0.5 && load(sample, limits) < UNDERLOAD,
  },
  PIPE_BURST: {
    afterMs: 60_000,
    sev: 'alarm',
    isSo: (sample, limits) =>
      isAtFullSpeed(sample) &&
      (sample.pressureBar < 0.3 || sample.pressureBar < 0.5 * sample.requiredBar) &&
      sample.powerW > 0.8 * fullPowerW(sample, limits),
  },
  NO_FLOW: {
    afterMs: 60_000,
    sev: 'warning',
    // A guessed curve is good enough to tell air from water, not to tell little water from none.
    isSo: (sample, limits) =>
      limits.noFlowPowerW !== undefined &&
      load(sample, limits) >= UNDERLOAD &&
      load(sample, limits) < NO_FLOW,
  },
};

/** The conditions that hold at this look; only a motor that turns can be in any of them. */
export function holdingConditions(sample: ProtectionSample, limits: ProtectionLimits): ProtectionCode[] {
  const numbers = known(sample);
  if (!sample.isOn || !(numbers.frequencyHz > 0)) return [];
  return PROTECTION_CODES.filter((code) => protectionRules[code].isSo(numbers, limits));
}
