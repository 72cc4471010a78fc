import { driveTemperatureC, settledDriveC, USUAL_COOLING } from './heat.ts';
import { type MainsData, motorCurrentA, RATED_CURRENT_A } from './motor.ts';
import { dryPowerW, headM, operatingFlowLpm, powerW, RATED_HZ, zeroFlowHz } from './pump-curve.ts';

/** Hydraulics and power of one pump. Heads in metres, flows in l/min; `wear` is the remaining share of the head. */
export interface PumpCurve {
  /** Flow against `staticHeadM + frictionM · Q²`; 0 where the pump cannot reach that head (the check valve holds). */
  flowLpm(frequencyHz: number, staticHeadM: number, frictionM: number, wear: number): number;
  closedValveHeadM(frequencyHz: number, wear: number): number;
  /** Electrical power as the drive shows it. */
  powerW(frequencyHz: number, flowLpm: number): number;
  dryPowerW(frequencyHz: number): number;
  /** The frequency that holds a head without flow. */
  holdingHz(staticHeadM: number): number;
}

/** Temperature of the drive. */
export interface DriveHeat {
  settledC(powerW: number, ambientC: number): number;
  nextC(beforeC: number, powerW: number, dtS: number, ambientC: number, isFanFailed: boolean): number;
}

export interface MotorData {
  ratedCurrentA: number;
  currentA(frequencyHz: number, powerW: number): number;
}

/** Where the water comes from. A well has a lift, and its level falls with the flow. */
export interface Source {
  kind: 'tank' | 'mains' | 'well';
  suctionBar: number;
  liftM: number;
  drawdownMPerLpm: number;
  /** Friction of suction pipe and filter, m per (l/min)². */
  suctionFrictionM: number;
  /** The level of a well or the pressure of the mains rises and falls in this time. */
  swing?: { m: number; periodS: number };
}

interface SensorData {
  /** Analog input of the pressure sensor; the other one is open. */
  input: 1 | 2;
  signal: '0-10V' | '4-20mA';
  /** At the pump, or in the house behind the pipe. */
  place: 'pump' | 'house';
  noiseBar: number;
  filterS: number;
  offsetBar: number;
}

/** An installation as data: pump, motor, drive, tank, source and sensor. */
export interface Site {
  pump: PumpCurve;
  motor: MotorData;
  heat: DriveHeat;
  mains: MainsData;
  lowestHz: number;
  highestHz: number;
  /** Set at the drive; without it the drive sleeps 1.5 Hz above the holding frequency of a new pump. */
  sleepHz?: number;
  tank: { volumeL: number; prechargeBar?: number };
  source: Source;
  /** Friction from the pump to the tank and from the tank to the house, m per (l/min)². */
  frictionM: number;
  houseFrictionM: number;
  sensor: SensorData;
  /** Around the drive: mean of the day and amplitude of its swing. */
  ambient: { meanC: number; swingC: number };
  wifiDbm?: number;
}

/** `domain.md` 2.2: pumps of the published curve in series share the head and have the same flow. */
const publishedPump = (pumps: number): PumpCurve => ({
  flowLpm: (frequencyHz, staticHeadM, frictionM, wear) =>
    operatingFlowLpm(frequencyHz, staticHeadM / pumps, frictionM / pumps, wear),
  closedValveHeadM: (frequencyHz, wear) => pumps * headM(frequencyHz, 0, wear),
  powerW,
  dryPowerW,
  holdingHz: (staticHeadM) => zeroFlowHz(staticHeadM / pumps),
});

const AMBIENT_C = USUAL_COOLING.ambientC;
const publishedHeat: DriveHeat = {
  settledC: (power, ambientC) => settledDriveC(power, { ambientC, isFanFailed: false }),
  nextC: (beforeC, power, dtS, ambientC, isFanFailed) =>
    driveTemperatureC(beforeC, power, dtS, { ambientC, isFanFailed }),
};

/** A cistern two metres above the pump, 24 l, a sensor of 0–10 V at the pump. */
const publishedSite = (pumps: number): Site => ({
  pump: publishedPump(pumps),
  motor: { ratedCurrentA: RATED_CURRENT_A, currentA: motorCurrentA },
  heat: publishedHeat,
  mains: { volt: 230, busPerVolt: Math.SQRT2, sagVPerKw: 8 },
  lowestHz: 25,
  highestHz: RATED_HZ,
  tank: { volumeL: 24 },
  source: { kind: 'tank', suctionBar: 0.2, liftM: 0, drawdownMPerLpm: 0, suctionFrictionM: 0.0003 },
  frictionM: 0.0006,
  houseFrictionM: 0,
  sensor: { input: 2, signal: '0-10V', place: 'pump', noiseBar: 0.01, filterS: 1, offsetBar: 0 },
  ambient: { meanC: AMBIENT_C, swingC: 0 },
});

/** Inputs of the controller: the number of pumps in series, and the sensor whose span is 100 %. */
export interface Installation {
  pumps: number;
  sensorMaxBar: number;
  /** Without it the published pump of `domain.md` 2.2, as many as `pumps`. */
  site?: Site;
}
export const HOUSE: Installation = { pumps: 1, sensorMaxBar: 10 };

const published = new Map<number, Site>();

export function siteOf({ pumps, site }: Installation): Site {
  if (site) return site;
  const known = published.get(pumps) ?? publishedSite(pumps);
  published.set(pumps, known);
  return known;
}
