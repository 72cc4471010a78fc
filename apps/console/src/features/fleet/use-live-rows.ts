import { useEffect, useMemo, useState } from 'react';
import { type PumpStatus, pumpStatus } from '../../device/device-view.ts';
import { liveStore } from '../../device/live/live.ts';
import type { LiveDevice } from '../../device/live/live-store.ts';
import { useLiveLink } from '../../device/live/use-link.ts';
import { useClock } from '../../lib/clock.ts';
import { type FleetRow, isOutOfPlace } from './fleet-items.ts';

/** The window moves in steps, since each new set of devices reopens the stream. */
const STEP_ROWS = 20;
/** Below the number of devices that one stream accepts. */
const MOST_ROWS = 80;
const SETTLE_MS = 300;

/** The places of a range of rows, extended to whole steps. */
export function windowOf(first: number, last: number): [start: number, end: number] {
  const start = Math.floor(first / STEP_ROWS) * STEP_ROWS;
  const end = Math.ceil((last + 1) / STEP_ROWS) * STEP_ROWS;
  return [start, Math.min(end, start + MOST_ROWS)];
}

const idsIn = (rows: readonly FleetRow[], [start, end]: [number, number]) =>
  rows
    .slice(start, end)
    .map(({ id_dev }) => id_dev)
    .join();

/** Subscribes the live link to the visible rows; while the list scrolls, the earlier ones stay subscribed. */
export function useLiveRows(rows: readonly FleetRow[], range: { first: number; last: number }) {
  const wanted = idsIn(rows, windowOf(range.first, range.last));
  const [watched, setWatched] = useState(wanted);
  if (watched === '' && wanted !== '') setWatched(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setWatched(wanted), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const ids = useMemo(() => (watched === '' ? [] : watched.split(',')), [watched]);
  useLiveLink(ids);
  return useMemo(() => new Set(ids), [ids]);
}

/** Whether the live data of a device are complete: an online device without values has not been received yet. */
export const isReceived = ({ last, isOnline }: LiveDevice) =>
  isOnline === false || (isOnline === true && last !== undefined);

const liveStatus = (device: LiveDevice, nowS: number): PumpStatus =>
  isReceived(device) ? pumpStatus(device, nowS) : 'connecting';

/** Devices whose state no longer fits their position, by the live data of the subscribed rows. */
export function useOutOfPlace(rows: readonly FleetRow[], watched: ReadonlySet<string>): ReadonlySet<string> {
  const live = useMemo(() => rows.filter(({ id_dev }) => watched.has(id_dev)), [rows, watched]);
  const ids = useClock((nowS) =>
    live
      .filter((row) => isOutOfPlace(row, liveStatus(liveStore.device(row.id_dev), nowS)))
      .map(({ id_dev }) => id_dev)
      .join(),
  );
  return useMemo(() => new Set(ids === '' ? [] : ids.split(',')), [ids]);
}
