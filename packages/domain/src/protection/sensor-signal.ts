import type { PumpValues } from '@manoboard/contract/device/pump-card';

export type SensorSignal = NonNullable<PumpValues['sensor_signal']>;

interface SensorLimits {
  /** V at an input of 0 to 10 V; outside of them the sensor or its wire is broken. */
  broken: number;
  tooHigh: number;
  /** Even 0 bar has a signal. */
  hasLiveZero: boolean;
}

/** NAMUR NE 43: below 3.6 mA or above 21 mA is a fault; 20 mA are 10 V at the input. */
const LIMITS: Readonly<Record<SensorSignal, SensorLimits>> = {
  '0-10V': { broken: 0.05, tooHigh: 10.6, hasLiveZero: false },
  '4-20mA': { broken: 1.8, tooHigh: 10.5, hasLiveZero: true },
};

/** 4 mA are 2 V of 10 V at the input. */
const LIVE_ZERO_V = 2;

/** Pressure that a sensor of this range cannot show: its signal is above its range. */
export function mostBar(maxBar: number, signal?: SensorSignal): number {
  const { tooHigh, hasLiveZero } = sensorLimits(signal);
  const zeroV = hasLiveZero ? LIVE_ZERO_V : 0;
  return (maxBar * (tooHigh - zeroV)) / (10 - zeroV);
}

/** Limits of a signal; an unknown one has the wider range. */
export const sensorLimits = (signal: SensorSignal = '0-10V'): SensorLimits => LIMITS[signal];
