import type { Activity, ActivityEntry } from '@manoboard/contract/activity/activity';
import { activityCalls } from '@manoboard/contract/activity/activity.calls';
import type { Alert } from '@manoboard/contract/alert/alert';
import { alertCalls } from '@manoboard/contract/alert/alert.calls';
import { useQuery } from '@tanstack/react-query';
import type { HistoryRange } from '../../../device/history.ts';
import { read } from '../../../lib/http/http.ts';
import { serverNowS } from '../../../lib/time/clock.ts';
import { isWantedStart } from '../activity/entry-text.ts';
import { boundsOf } from './view.ts';

/** The most that the server lists at once. */
const PAGE = 200;
/** The lane joins marks; in a range with more entries than this, the oldest are left out and counted. */
const MOST = 2000;

/** One place in the lane with the entries of the timeline and the alerts that are there, newest first. */
export interface Mark {
  atS: number;
  isAlert: boolean;
  entries: ActivityEntry[];
  alerts: Alert[];
}

/** An alert has whole seconds. */
const SAME_S = 2;

/** The event of a board that raised the alert. */
const isCause = (entry: ActivityEntry, { code, timestamp }: Alert) =>
  entry.kind === 'event' && entry.event.code === code && Math.abs(entry.at - timestamp) <= SAME_S;

const isTrouble = (entry: ActivityEntry) => entry.kind === 'event' && !isWantedStart(entry.event);

const markOf = (entry: ActivityEntry, alerts: readonly Alert[]): Mark => ({
  atS: entry.at,
  isAlert: isTrouble(entry),
  entries: [entry],
  alerts: alerts.filter((alert) => isCause(entry, alert)),
});

/**
 * Joins marks that are nearer than `leastS`. Alerts never join each other, and an alert keeps its own place. An alert that
 * no event of a board explains has a mark of its own.
 */
export function marksOf(
  newestFirst: readonly ActivityEntry[],
  leastS: number,
  alerts: readonly Alert[] = [],
): Mark[] {
  const own = alerts
    .filter((alert) => !newestFirst.some((entry) => isCause(entry, alert)))
    .map((alert): Mark => ({ atS: alert.timestamp, isAlert: true, entries: [], alerts: [alert] }));
  const all = [...newestFirst.toReversed().map((entry) => markOf(entry, alerts)), ...own];
  const marks: Mark[] = [];
  for (const mark of all.toSorted((a, b) => a.atS - b.atS)) {
    const before = marks.at(-1);
    const isApart = !before || mark.atS - before.atS >= leastS || (before.isAlert && mark.isAlert);
    if (isApart) marks.push(mark);
    else {
      const lead = mark.isAlert ? mark : before;
      marks.splice(-1, 1, {
        ...lead,
        entries: [...mark.entries, ...before.entries],
        alerts: [...mark.alerts, ...before.alerts],
      });
    }
  }
  return marks;
}

/**
 * Places of marks of this width in a lane, as shares of its length: inside the lane and beside each other. Neighbours of an
 * alert, and marks at the ends of the lane, would cover it otherwise.
 */
export function placesOf(shares: readonly number[], width: number): number[] {
  const places = [...shares];
  let end = 1 + width / 2;
  for (let at = places.length - 1; at >= 0; at--) {
    end = Math.min(places[at] ?? 0, end - width);
    places[at] = end;
  }
  let start = -width / 2;
  return places.map((place) => {
    start = Math.max(place, start + width);
    return start;
  });
}

/** The entries of a range, page after page. */
async function listEntries(deviceId: string, range: HistoryRange, signal: AbortSignal): Promise<Activity> {
  const { fromS, toS } = boundsOf(range, serverNowS());
  const to = 'lastS' in range ? {} : { to: String(toS) };
  const readPage = (before: { before?: string }) =>
    read(activityCalls.activity, signal, {
      params: { id: deviceId },
      query: { limit: String(PAGE), from: String(fromS), ...to, ...before },
    });
  const all = await readPage({});
  let { next } = all;
  while (next !== null && all.items.length < MOST) {
    const older = await readPage({ before: next });
    all.items.push(...older.items);
    next = older.next;
  }
  return all;
}

/** The entries of a range. Live events of the device refetch it by its first two keys. */
export function useMarks(deviceId: string, range: HistoryRange) {
  const key = ['timeline', deviceId, 'marks'];
  return useQuery({
    queryKey: [...key, range],
    queryFn: ({ signal }) => listEntries(deviceId, range, signal),
    placeholderData: (previous, query) => (query?.queryKey[1] === deviceId ? previous : undefined),
  }).data;
}

/** Alerts raised in a range. Live events of the device refetch them by its first two keys. */
export const useAlertMarks = (deviceId: string, range: HistoryRange) =>
  useQuery({
    queryKey: ['alert-marks', deviceId, range],
    queryFn: ({ signal }) => {
      const { fromS, toS } = boundsOf(range, serverNowS());
      const to = 'lastS' in range ? {} : { to: String(toS) };
      return read(alertCalls.alerts, signal, {
        query: { device_id: deviceId, limit: String(PAGE), from: String(fromS), ...to },
      });
    },
    placeholderData: (previous, query) => (query?.queryKey[1] === deviceId ? previous : undefined),
  }).data;
