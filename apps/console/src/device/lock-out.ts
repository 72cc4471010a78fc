import { lockOutCalls } from '@manoboard/contract/http/calls/lock-out';
import type { LockOut } from '@manoboard/contract/nouns/lock-out';
import { activeLockOut } from '@manoboard/domain/commands/lock-out';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { serverNowS, useClock } from '../lib/clock.ts';
import { read } from '../lib/http.ts';
import { useLinkState } from './live/use-live.ts';

const FRESH_MS = 60_000;
/** R6.1: while the stream is down, as often as the values are polled. */
const POLL_MS = 6000;

export const lockOutQuery = (deviceId: string) => ({
  queryKey: ['lock-out', deviceId],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    read(lockOutCalls.lockOut, signal, { params: { id: deviceId } }),
});

/** R5.10: an expired tag is none, also before the server has told so. */
export function useActiveLockOut(tag: LockOut | null | undefined): LockOut | null {
  const isActive = useClock((nowS) => activeLockOut(tag, nowS) !== null);
  return isActive && tag ? tag : null;
}

/** The tag of a device; `null` also while it is not known: the server checks every write. */
export function useLockOut(deviceId: string): LockOut | null {
  const isPolling = useLinkState() === 'polling';
  const { data } = useQuery({
    ...lockOutQuery(deviceId),
    staleTime: FRESH_MS,
    refetchInterval: isPolling ? POLL_MS : false,
  });
  return useActiveLockOut(data);
}

/** A time of today as 19:30, another one with its day. */
export function useMomentText() {
  const { dateTime } = useFormatter();
  return (seconds: number) => {
    const day = (atS: number) => dateTime(atS * 1000, { dateStyle: 'short' });
    const isToday = day(seconds) === day(serverNowS());
    return dateTime(seconds * 1000, { ...(!isToday && { dateStyle: 'medium' }), timeStyle: 'short' });
  };
}

/** Who, why and until when, in one line. */
export function useLockOutWords() {
  const t = useTranslations('lockOut');
  const momentText = useMomentText();
  return ({ by, reason, until }: LockOut) =>
    until === null
      ? t('words', { name: by.name, reason })
      : t('wordsUntil', { name: by.name, reason, until: momentText(until) });
}
