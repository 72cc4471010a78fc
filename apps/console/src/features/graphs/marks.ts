import { activityCalls } from '@manoboard/contract/http/calls/activity';
import type { Activity, ActivityEntry } from '@manoboard/contract/nouns/activity';
import { useQuery } from '@tanstack/react-query';
import type { HistoryRange } from '../../device/history.ts';
import { serverNowS } from '../../lib/clock.ts';
import { read } from '../../lib/http.ts';
import { boundsOf } from './view.ts';

/** The most that the server lists at once. */
const PAGE = 200;
/** The lane joins marks; in a range with more entries than this, the oldest are left out and counted. */
const MOST = 2000;

/** One place in the lane with the entries of the timeline that are there, newest first. */
export interface Mark {
  atS: number;
  isAlert: boolean;
  entries: ActivityEntry[];
}

const markOf = (entry: ActivityEntry): Mark => ({
  atS: entry.at,
  isAlert: entry.kind === 'event',
  entries: [entry],
});

/** Joins marks that are nearer than `leastS`. Alerts never join each other, and an alert keeps its own place. */
export function marksOf(newestFirst: readonly ActivityEntry[], leastS: number): Mark[] {
  const marks: Mark[] = [];
  for (const mark of newestFirst.toReversed().map(markOf)) {
    const before = marks.at(-1);
    const isApart = !before || mark.atS - before.atS >= leastS || (before.isAlert && mark.isAlert);
    if (isApart) marks.push(mark);
    else {
      const lead = mark.isAlert ? mark : before;
      marks.splice(-1, 1, { ...lead, entries: [...mark.entries, ...before.entries] });
    }
  }
  return marks;
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
