import { type ShownInput, scaleInput } from '@manoboard/domain/telemetry/analog-input';
import { useEffect, useState } from 'react';
import { liveStore } from '../../../device/live/live.ts';
import { useDevice } from '../../../device/use-device.ts';

/** R6.1: sampling and scaling intervals. */
const SAMPLE_MS = 2000;
const SCALE_MS = 5000;

export type InputField = 'analog_input_2' | 'analog_input_3';

/** R4.9, R6.1: the scaled value, updated slowly so that it stays readable; null renders as N/A. */
export function useScaledInput(deviceId: string, field: InputField, config: ShownInput): number | null {
  const [scaled, setScaled] = useState<number | null>(null);
  const isKnown = useDevice(deviceId, ({ last }) => last?.data[field] != null);
  useEffect(() => {
    const sample = () => liveStore.device(deviceId).last?.data[field];
    let raw = isKnown ? sample() : null;
    const scale = () => setScaled(scaleInput(raw, config));
    scale();
    const sampling = setInterval(() => {
      raw = sample();
    }, SAMPLE_MS);
    const scaling = setInterval(scale, SCALE_MS);
    return () => {
      clearInterval(sampling);
      clearInterval(scaling);
    };
  }, [deviceId, field, config, isKnown]);
  return scaled;
}
