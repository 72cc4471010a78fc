import { useMemo } from 'react';
import { type PumpStatus, pumpStatus } from '../../../device/device-view.ts';
import { liveStore } from '../../../device/live/live.ts';
import type { LiveDevice } from '../../../device/live/live-store.ts';
import { useLiveLink } from '../../../device/live/use-link.ts';
import { useClock } from '../../../lib/time/clock.ts';
import type { RowsById } from './api.ts';
import type { IsOutOfPlace } from './fleet-items.ts';
import { useSettled } from './use-rows.ts';

/** The window moves in steps, since each new set of devices reopens the stream. */
export const STEP_ROWS = 20;
/** Below the number of devices that one stream accepts. */
const MOST_ROWS = 160;
const SETTLE_MS = 300;

/** The places of a range of rows, extended to whole steps. */
export function windowOf(first: number, last: number): [start: number, end: number] {
  const start = Math.floor(first / STEP_ROWS) * STEP_ROWS;
  const end = Math.ceil((last + 1) / STEP_ROWS) * STEP_ROWS;
  return [start, Math.min(end, start + MOST_ROWS)];
}

/** Subscribes the live link to the visible rows; while the list scrolls, the earlier ones stay subscribed. */
export function useLiveRows(ids: readonly string[], range: { first: number; last: number }) {
  const wanted = ids.slice(...windowOf(range.first, range.last)).join();
  const watched = useSettled(wanted, SETTLE_MS);
  const watchedIds = useMemo(() => (watched === '' ? [] : watched.split(',')), [watched]);
  useLiveLink(watchedIds);
  return useMemo(() => new Set(watchedIds), [watchedIds]);
}

/** Whether the live data of a device are complete: an online device without values has not been received yet. */
export const isReceived = ({ last, isOnline }: LiveDevice) =>
  isOnline === false || (isOnline === true && last !== undefined);

const liveStatus = (device: LiveDevice, nowS: number): PumpStatus =>
  isReceived(device) ? pumpStatus(device, nowS) : 'connecting';

/** Loaded devices whose state no longer fits their position; the state of subscribed ones is live. */
export function useOutOfPlace(
  rows: RowsById,
  watched: ReadonlySet<string>,
  isOutOfPlace: IsOutOfPlace,
): ReadonlySet<string> {
  const ids = useClock((nowS) =>
    [...rows.entries()]
      .filter(([id, row]) => {
        if (!row) return true;
        return isOutOfPlace(row, watched.has(id) ? liveStatus(liveStore.device(id), nowS) : row.state);
      })
      .map(([id]) => id)
      .join(),
  );
  return useMemo(() => new Set(ids === '' ? [] : ids.split(',')), [ids]);
}
