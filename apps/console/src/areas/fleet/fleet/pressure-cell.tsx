import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { linesOf, newestOf, placeLines } from '../../../device/trend.ts';
import { useDevice } from '../../../device/use-device.ts';
import { useQuantity } from '../../../device/use-quantity.ts';
import { staleAgeText } from '../../../lib/texts/format.ts';
import { Sparkline } from '../../../ui/sparkline.tsx';
import { type DayPressure, type FleetRow, readPressures } from './api.ts';
import { STEP_ROWS } from './use-live-rows.ts';
import { KEPT_MS } from './use-rows.ts';

/** Live values extend the lines meanwhile. */
const REFRESH_MS = 300_000;

export type Pressures = ReadonlyMap<string, DayPressure>;

const combine = (blocks: UseQueryResult<Pressures>[]): Pressures =>
  new Map(blocks.flatMap(({ data }) => (data ? [...data] : [])));

/** The pressures of the rows with live data, in requests of a step of rows: each is cached on its own. */
export function usePressures(watched: ReadonlySet<string>, isShown: boolean): Pressures {
  const queries = useMemo(() => {
    const ids = isShown ? [...watched] : [];
    const blocks = Array.from({ length: Math.ceil(ids.length / STEP_ROWS) }, (_, block) =>
      ids.slice(block * STEP_ROWS, (block + 1) * STEP_ROWS),
    );
    return blocks.map((block) => ({
      queryKey: ['fleet-pressures', null, block],
      queryFn: ({ signal }: { signal: AbortSignal }) => readPressures(block, signal),
      staleTime: REFRESH_MS,
      refetchInterval: REFRESH_MS,
      gcTime: KEPT_MS,
      retry: false,
      structuralSharing: false,
    }));
  }, [watched, isShown]);
  return useQueries({ queries, combine });
}

/** Fixed scales in bar, so that rows compare: of a house, and of a pump for high pressure. */
const USUAL_BAR = 6;
const HIGH_BAR = 20;
/** Buckets of half an hour without a value are always a gap. */
const GAPS_ARE_NULL = [{ from: 0, to: Number.POSITIVE_INFINITY }];

function useLines(id: string, day: DayPressure | undefined, isBroken: boolean) {
  const newest = useDevice(id, ({ last }) => newestOf(last, 'pressure'));
  return useMemo(() => {
    if (!day) return { lines: [] };
    const high = (day.required ?? 0) > USUAL_BAR ? HIGH_BAR : USUAL_BAR;
    const lines = linesOf({ ...day, gaps: GAPS_ARE_NULL }, isBroken ? undefined : newest);
    return {
      lines: placeLines(lines, {
        from: day.t[0] ?? 0,
        to: Math.max(day.t.at(-1) ?? 0, newest?.t ?? 0),
        low: 0,
        high,
      }),
      ...(day.required !== null && { mark: Math.min(1, day.required / high) }),
    };
  }, [day, newest, isBroken]);
}

interface Props {
  row: FleetRow;
  day: DayPressure | undefined;
}

/** The pressure now and in the last 24 hours, with the required one. R4.5: the reading of a broken sensor is no pressure. */
export function PressureCell({ row: { id_dev: id, reason }, day }: Props) {
  const isBroken = reason?.code === 'SENSOR_BREAK';
  const shown = useQuantity(id, 'pressure', isBroken ? null : 1);
  const isLive = shown.freshness === 'live';
  const age = staleAgeText(shown);
  return (
    <span
      className="grid items-center gap-1 w-full grid-cols-[minmax(5rem,1fr)_minmax(2.4rem,auto)_auto] [&_small]:text-dim [&_small]:text-xs [&_b]:text-dim [&_b]:font-regular [&_b]:text-right [&_b[data-live]]:text-ink [&_b[data-live]]:font-semibold"
      title={age}
    >
      <Sparkline
        {...useLines(id, day, isBroken)}
        size="small"
        colour={isLive ? 'var(--c-pressure)' : 'var(--off)'}
      />
      <b className="tabular-nums tracking-tight" data-live={isLive || undefined}>
        {shown.text ?? '–'}
      </b>{' '}
      <small>{'unit' in shown ? shown.unit : ''}</small>
      {age && <span className="sr-only">{age}</span>}
    </span>
  );
}
