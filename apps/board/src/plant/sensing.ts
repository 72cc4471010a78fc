import type { PlantFaults } from '../faults/site-faults.ts';
import { normal, type Random } from '../random.ts';
import { type Installation, siteOf } from './site.ts';

/** The measured part of a plant. */
interface Sensed {
  readonly random: Random;
  readonly faults: Readonly<PlantFaults>;
  readonly pressureBar: number;
  readonly pumpBar: number;
  readonly houseBar: number;
  readonly installation: Installation;
  sensedBar: number;
  mainsV: number;
}

const MAINS = { wanderV: 0.3, returnS: 60 };

/** 4–20 mA are 2–10 V at the input: a live zero. */
const LIVE_ZERO_V = 2;

/** Volt at the input for this pressure; the sensor's whole span ends at 10 V. */
export function sensorVolt({ installation }: Pick<Sensed, 'installation'>, bar: number): number {
  const share = bar / installation.sensorMaxBar;
  const isLive = siteOf(installation).sensor.signal === '4-20mA';
  return isLive ? LIVE_ZERO_V + (10 - LIVE_ZERO_V) * share : share * 10;
}

/** Pressure that the drive reads from this voltage. */
function sensorBar({ installation }: Pick<Sensed, 'installation'>, volt: number): number {
  const { sensorMaxBar } = installation;
  const isLive = siteOf(installation).sensor.signal === '4-20mA';
  return isLive ? ((volt - LIVE_ZERO_V) / (10 - LIVE_ZERO_V)) * sensorMaxBar : volt * (sensorMaxBar / 10);
}

/** The pressure where the sensor is. */
function atSensorBar(plant: Sensed): number {
  const { blocked_outlet: blocked } = plant.faults;
  if (blocked) return blocked.sensor_side === 1 ? plant.pumpBar : plant.pressureBar;
  return siteOf(plant.installation).sensor.place === 'house' ? plant.houseBar : plant.pressureBar;
}

function readSensor(plant: Sensed, dtS: number): number {
  const { faults, random } = plant;
  const { noiseBar, filterS, offsetBar } = siteOf(plant.installation).sensor;
  const trueBar = atSensorBar(plant) + offsetBar + (faults.sensor_offset?.bar ?? 0);
  const noisyBar = trueBar + noiseBar * normal(random);
  if (faults.sensor_stuck) return plant.sensedBar;
  if (faults.sensor_break) return sensorBar(plant, faults.sensor_break.reading_v);
  return plant.sensedBar + (noisyBar - plant.sensedBar) * Math.min(1, dtS / filterS);
}

/** Current readings of the pressure sensor and the mains. */
export function measure(plant: Sensed, dtS: number): void {
  const { random, faults } = plant;
  plant.sensedBar = readSensor(plant, dtS);

  const { volt } = siteOf(plant.installation).mains;
  const nominalV = faults.under_voltage?.mains_v ?? faults.over_voltage?.mains_v ?? volt;
  const wanderingV = plant.mainsV + MAINS.wanderV * normal(random) * Math.sqrt(dtS);
  // Mains sag and return at once; their random drift decays within a minute.
  const offV = wanderingV - nominalV;
  plant.mainsV = Math.abs(offV) > 10 ? nominalV : nominalV + offV * (1 - dtS / MAINS.returnS);
}
