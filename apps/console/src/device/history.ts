import type { History, HistoryMetric } from '@manoboard/contract/history/history';
import { historyCalls } from '@manoboard/contract/history/history.calls';
import { type Query, useQuery } from '@tanstack/react-query';
import { read } from '../lib/http/http.ts';
import { isNotOffered } from '../lib/http/use-problem-text.ts';
import { serverNowS } from '../lib/time/clock.ts';

/** Unix seconds, or the last seconds up to now. */
export type HistoryRange = { fromS: number; toS: number } | { lastS: number };

export interface HistoryRequest {
  deviceId: string;
  range: HistoryRange;
  metrics: readonly HistoryMetric[];
  /** About how many buckets: one for two pixels is enough. */
  points: number;
}

/**
 * Bounds of the refetch interval of an open range, normally one bucket. Shorter intervals load the server, longer ones
 * look stopped. `most` is below the five minutes of live frames that continue the lines until the next answer.
 */
const REFETCH_MS = { least: 15_000, most: 240_000 };

const lengthOf = (range: HistoryRange) => ('lastS' in range ? range.lastS : range.toS - range.fromS);
const isOpen = (range: HistoryRange) => 'lastS' in range || range.toS > serverNowS();

function boundsOf(range: HistoryRange) {
  if (!('lastS' in range)) return { from: String(range.fromS), to: String(range.toS) };
  return { from: String(serverNowS() - range.lastS) };
}

/** R4.13: values of a device over a range. An open range is refetched; the values of a closed one stay. */
function historyQuery({ deviceId, range, metrics, points }: HistoryRequest) {
  const queryKey = ['history', deviceId, [...metrics], range, points];
  const stepMs = (lengthOf(range) * 1000) / points;
  const intervalMs = Math.min(REFETCH_MS.most, Math.max(REFETCH_MS.least, stepMs));
  return {
    queryKey,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      read(historyCalls.history, signal, {
        params: { id: deviceId },
        query: { ...boundsOf(range), metrics: [...metrics], points: String(points) },
      }),
    staleTime: () => (isOpen(range) ? REFETCH_MS.least : Number.POSITIVE_INFINITY),
    refetchInterval: ({ state }: Query<History>) => isOpen(range) && !isNotOffered(state.error) && intervalMs,
    /** While the user zooms and pans, the former range of the same device and metrics stays. */
    placeholderData: (previous: History | undefined, query: Query<History> | undefined) =>
      JSON.stringify(query?.queryKey.slice(0, 3)) === JSON.stringify(queryKey.slice(0, 3))
        ? previous
        : undefined,
  };
}

/** Without a request it has no data. */
export const useHistory = (request: HistoryRequest, enabled = true) =>
  useQuery({ ...historyQuery(request), enabled });
