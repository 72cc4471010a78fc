import { sensorMaxBar } from '@manoboard/contract/nouns/device-config';
import { pressureBounds } from '@manoboard/domain/pump/pressure-bounds';
import { USUAL_INTERVAL } from '@manoboard/domain/telemetry/frame-interval';
import { type ConfigField, type ConfigValues, toConfig } from './config-fields.ts';

/** R4.11, R5.5: the default of each empty field, given the values of the other fields. Analog inputs have no defaults. */
export function configDefaults(values: ConfigValues): Partial<Record<ConfigField, number>> {
  const { normalizer = 1, sensor_max } = toConfig(values).pressure ?? {};
  const hasRange = sensor_max !== undefined && sensor_max > 0;
  const { min, max } = pressureBounds(normalizer, hasRange ? { sensor_max } : {});
  return {
    'pressure.min': min,
    'pressure.max': max,
    'pressure.sensor_max': sensorMaxBar({ normalizer }),
    tele_s: USUAL_INTERVAL.running,
    tele_idle_s: USUAL_INTERVAL.asleep,
  };
}
