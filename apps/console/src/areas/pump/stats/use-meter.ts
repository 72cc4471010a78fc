import type { ResettableMeter } from '@manoboard/contract/command/command';
import { fieldTime } from '@manoboard/domain/telemetry/last-data';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { freshnessOf } from '../../../device/device-view.ts';
import { type FcValue, fetchFcConfig, fetchFcDataLast } from '../../../device/fc-values.ts';
import { useUnreachable } from '../../../device/reach.ts';
import { useDevice } from '../../../device/use-device.ts';
import { useQuantity } from '../../../device/use-quantity.ts';
import { DEFAULT_INTERVAL_MS, startPolling } from '../../../lib/http/polling.ts';
import { roundAge, useQuantityFormat, useValueAge } from '../../../lib/texts/format.ts';
import { useClock } from '../../../lib/time/clock.ts';

/** R6.1 */
const INTERVAL_MS = 300_000;

/** R6.1, R6.4: no poll without a target. */
function usePolledMeter(target: string | null, meter: ResettableMeter) {
  const [polled, setPolled] = useState<FcValue>();
  const [restarts, setRestarts] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a restart polls at once
  useEffect(() => {
    if (target === null) return undefined;
    return startPolling({
      request: (signal) => fetchFcConfig(target, meter, signal),
      target: () => setPolled,
      intervalMs: INTERVAL_MS,
    });
  }, [target, meter, restarts]);
  return { polled, setPolled, pollNow: () => setRestarts((count) => count + 1) };
}

/** R4.7: the newest value of a meter, from the poll or the stream, in the unit of the server. */
export function useMeter(
  deviceId: string,
  meter: ResettableMeter,
  target: string | null,
  defaultUnit: string,
) {
  const t = useTranslations('common');
  const format = useQuantityFormat();
  const valueAge = useValueAge();
  const { polled, setPolled, pollNow } = usePolledMeter(target, meter);
  const live = useQuantity(deviceId, meter);
  const { liveAt, polledFreshness } = useDevice(deviceId, (view) => ({
    liveAt: view.last && fieldTime(view.last, meter),
    polledFreshness: freshnessOf(view, meter, polled?.ts ?? null, 0),
  }));
  const ageS = useClock((nowS) => roundAge(Math.max(0, nowS - (polled?.ts ?? nowS))));

  const unit = polled && (polled.unit ?? defaultUnit);
  const isPolledNewer = polled !== undefined && polled.value !== null && polled.ts > (liveAt ?? 0);
  const freshness: 'live' | 'stale' = polledFreshness === 'live' ? 'live' : 'stale';
  const shown = isPolledNewer
    ? {
        freshness,
        ...format(meter, polled.value ?? 0),
        ...valueAge(ageS, freshness),
        missing: t('notAvailable'),
      }
    : live;
  return {
    shown: { ...shown, ...(unit !== undefined && shown.text !== null && { unit }) },
    /** R6.5; a reset whose answer has no value is read back. */
    replace(value: number | undefined) {
      if (value === undefined) pollNow();
      else setPolled((before) => before && { ...before, value });
    },
  };
}

export type Meter = ReturnType<typeof useMeter>;

export interface Motor {
  /** R5.8: `undefined` without a poll target or a value: unknown is not off. */
  isRunning: boolean | undefined;
  /** The value is recent and the device reachable. */
  isFresh: boolean;
}

export function useMotor(deviceId: string, target: string | null): Motor {
  const [polled, setPolled] = useState<FcValue>();
  useEffect(() => {
    if (target === null) return undefined;
    return startPolling({
      request: (signal) => fetchFcDataLast(target, 'motor_frequency', signal),
      target: () => setPolled,
    });
  }, [target]);
  const freshness = useDevice(deviceId, (view) =>
    freshnessOf(view, 'frequency_fc', polled?.ts ?? null, DEFAULT_INTERVAL_MS),
  );
  const unreachable = useUnreachable(deviceId);
  const value = polled?.value ?? null;
  return {
    isRunning: value === null ? undefined : value > 0,
    isFresh: freshness === 'live' && unreachable === undefined,
  };
}
