import type { LastData } from '@manoboard/contract/nouns/device';
import { useMemo } from 'react';
import { type QuantityField, quantities } from '../../lib/format.ts';
import { traceOf } from './trace.ts';
import { useLiveDevice } from './use-live.ts';

const NONE: readonly LastData[] = [];
/** So many of its last digits are a quantity's usual trembling. */
const QUIET_DIGITS = 20;

/** The line of a value since the page was opened, the last minutes of it. */
export function useTrace(deviceId: string, field: QuantityField) {
  const recent = useLiveDevice(deviceId, (device) => device.recent ?? NONE);
  return useMemo(
    () => traceOf(recent, field, QUIET_DIGITS / 10 ** quantities[field].digits),
    [recent, field],
  );
}
