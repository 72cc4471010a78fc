import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { BLOCK_ROWS, type FleetOrder, type RowsById, readRows } from './api.ts';

/** Counts, and the facts of the rows near the window; the states on the screen are live besides. */
const REFRESH_MS = 15_000;
const RETRY_MS = 6000;
/** The way back from a device finds the loaded rows. */
export const KEPT_MS = 600_000;

export const pollOptions = {
  staleTime: REFRESH_MS,
  gcTime: KEPT_MS,
  retry: false,
  refetchInterval: ({ state }: { state: { status: string } }) =>
    state.status === 'error' ? RETRY_MS : REFRESH_MS,
  refetchOnWindowFocus: 'always',
} as const;

/** Rows beyond the window that are loaded too. */
const MARGIN_ROWS = 40;
/** While the window crosses blocks faster than this, none of them is requested. */
const SETTLE_MS = 80;

/** The numbers of the blocks that contain these rows and the margin. */
export function blocksOf(first: number, last: number, rows: number): number[] {
  const from = Math.floor(Math.max(0, first - MARGIN_ROWS) / BLOCK_ROWS);
  const to = Math.floor(Math.min(rows - 1, last + MARGIN_ROWS) / BLOCK_ROWS);
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n);
}

/** The value after it has not changed for a while; the first one at once. */
export function useSettled(value: string, ms: number): string {
  const [settled, setSettled] = useState(value);
  if (settled === '' && value !== '') setSettled(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

function combine(blocks: UseQueryResult<RowsById>[]) {
  const rows: RowsById = new Map(blocks.flatMap(({ data }) => (data ? [...data] : [])));
  return {
    rows,
    /** Rows near the window could not be loaded. */
    hasFailed: blocks.some(({ data, isError }) => data === undefined && isError),
    retry: () => {
      for (const { refetch } of blocks) void refetch();
    },
  };
}

/** The rows near the window, requested by ID in blocks and polled; other blocks stay in the cache. */
export function useRows(order: FleetOrder, { first, last }: { first: number; last: number }) {
  const { ids, items, readAtMs } = order;
  const near = useSettled(blocksOf(first, last, ids.length).join(), SETTLE_MS);
  const firstBlock = useMemo(() => new Map(items.map((row) => [row.id_dev, row])), [items]);
  const queries = useMemo(
    () =>
      near.split(',').map((text) => {
        const block = Number(text);
        const wanted = ids.slice(block * BLOCK_ROWS, (block + 1) * BLOCK_ROWS);
        return {
          // `null`: live events of any device make it stale.
          queryKey: ['fleet-rows', null, wanted],
          queryFn: ({ signal }: { signal: AbortSignal }) => readRows(wanted, signal),
          enabled: wanted.length > 0,
          ...(block === 0 && { initialData: firstBlock, initialDataUpdatedAt: readAtMs }),
          // Each response has a new time: there is nothing to share.
          structuralSharing: false,
          ...pollOptions,
        };
      }),
    [near, ids, firstBlock, readAtMs],
  );
  return useQueries({ queries, combine });
}
export type Rows = ReturnType<typeof useRows>;
