import type { ActiveFaults } from '../faults/faults.ts';
import { normal, type Random } from '../random.ts';

/** The measured part of a plant. */
interface Sensed {
  readonly random: Random;
  readonly faults: Readonly<ActiveFaults>;
  readonly pressureBar: number;
  readonly pumpBar: number;
  readonly installation: { readonly sensorMaxBar: number };
  sensedBar: number;
  mainsV: number;
}

/** Noise and filter of the pressure sensor (`domain.md` 2.2). */
const SENSOR = { noiseBar: 0.01, filterS: 1 };
export const MAINS_V = 230;
const MAINS = { wanderV: 0.3, returnS: 60 };

/** 0–10 V cover the sensor's whole span. */
export const barPerVolt = ({ installation }: Pick<Sensed, 'installation'>) => installation.sensorMaxBar / 10;

/** Current readings of the pressure sensor and the mains. */
export function measure(plant: Sensed, dtS: number): void {
  const { random, faults } = plant;
  const trueBar = faults.blocked_outlet?.sensor_side === 1 ? plant.pumpBar : plant.pressureBar;
  const noisyBar = trueBar + SENSOR.noiseBar * normal(random);
  const filteredBar = plant.sensedBar + (noisyBar - plant.sensedBar) * Math.min(1, dtS / SENSOR.filterS);
  plant.sensedBar = faults.sensor_break ? faults.sensor_break.reading_v * barPerVolt(plant) : filteredBar;

  const nominalV = faults.under_voltage?.mains_v ?? MAINS_V;
  const wanderingV = plant.mainsV + MAINS.wanderV * normal(random) * Math.sqrt(dtS);
  // Mains sag and return at once; their random drift decays within a minute.
  const offV = wanderingV - nominalV;
  plant.mainsV = Math.abs(offV) > 10 ? nominalV : nominalV + offV * (1 - dtS / MAINS.returnS);
}
