import { historyCalls } from '@manoboard/contract/history/history.calls';
import { type OffStretch, offStretch } from '@manoboard/domain/pump/off-stretch';
import { DAY_S, HOUR_S, MINUTE_S } from '@manoboard/domain/time';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../../lib/http/http.ts';
import { serverNowS } from '../../../lib/time/clock.ts';

const RANGE_S = 90 * DAY_S;
const COARSE_S = 6 * HOUR_S;

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

/** R5.12: since when the pump is off, to the minute: quarters of a day first, then the minutes of the one with the stop. */
async function readOffStretch(deviceId: string, signal: AbortSignal): Promise<OffStretch | null> {
  const nowS = serverNowS();
  const coarse = await readStretch(deviceId, signal, { fromS: nowS - RANGE_S, toS: nowS, stepS: COARSE_S });
  if (!coarse?.isStart) return coarse;
  const toS = Math.min(coarse.sinceS, nowS);
  const minutes = await readStretch(deviceId, signal, {
    fromS: coarse.sinceS - COARSE_S,
    toS,
    stepS: MINUTE_S,
  });
  const { sinceS, isStart } = minutes ?? { ...coarse, isStart: false };
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
