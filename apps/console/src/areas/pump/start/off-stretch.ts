import { historyCalls } from '@manoboard/contract/history/history.calls';
import { type OffStretch, offStretch } from '@manoboard/domain/pump/off-stretch';
import { DAY_S, HOUR_S, MINUTE_S } from '@manoboard/domain/time';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../../lib/http/http.ts';
import { serverNowS } from '../../../lib/time/clock.ts';

const RANGE_S = 14 * DAY_S;

async function readStretch(
  deviceId: string,
  signal: AbortSignal,
  { fromS, toS, stepS }: { fromS: number; toS: number; stepS: number },
): Promise<OffStretch | null> {
  const history = await read(historyCalls.history, signal, {
    params: { id: deviceId },
    query: {
      from: String(fromS),
      to: String(toS),
      metrics: ['on_off_state_r'],
      points: String(Math.ceil((toS - fromS) / stepS)),
    },
  });
  return offStretch(history);
}

/** R5.12: since when the pump is off, to the minute: the hours of two weeks, then the minutes of the hour of the stop. */
async function readOffStretch(deviceId: string, signal: AbortSignal): Promise<OffStretch | null> {
  const nowS = serverNowS();
  const hours = await readStretch(deviceId, signal, { fromS: nowS - RANGE_S, toS: nowS, stepS: HOUR_S });
  if (!hours?.isStart) return hours;
  const toS = Math.min(hours.sinceS, nowS);
  const minutes = await readStretch(deviceId, signal, { fromS: hours.sinceS - HOUR_S, toS, stepS: MINUTE_S });
  const { sinceS, isStart } = minutes ?? { ...hours, isStart: false };
  return { sinceS: Math.min(sinceS, nowS), isStart };
}

/** Each question asks again: the pump may have run in between. */
export const offStretchQuery = (deviceId: string) =>
  queryOptions({
    queryKey: ['off-stretch', deviceId],
    queryFn: ({ signal }) => readOffStretch(deviceId, signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
