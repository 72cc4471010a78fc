import type { LockOut } from '@manoboard/contract/command/lock-out';
import { activeLockOut } from '@manoboard/domain/commands/lock-out';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { usePersonName } from '../lib/texts/use-person-name.ts';
import { serverNowS, useClock } from '../lib/time/clock.ts';
import { useLinkState } from './live/use-link.ts';
import { lockOutQuery } from './queries.ts';

const FRESH_MS = 60_000;
/** R6.1: while the stream is down, at the interval of the values. */
const POLL_MS = 6000;

/** R5.10: an expired tag is inactive, also before the server reports it. */
export function useActiveLockOut(tag: LockOut | null | undefined): LockOut | null {
  const isActive = useClock((nowS) => activeLockOut(tag, nowS) !== null);
  return isActive && tag ? tag : null;
}

/** The tag of a device; `null` also while unknown: the server checks every write. */
export function useLockOut(deviceId: string): LockOut | null {
  const isPolling = useLinkState() === 'polling';
  const { data } = useQuery({
    ...lockOutQuery(deviceId),
    staleTime: FRESH_MS,
    refetchInterval: isPolling ? POLL_MS : false,
  });
  return useActiveLockOut(data);
}

/** Today as 19:30, other days with the date. */
export function useMomentText() {
  const { dateTime } = useFormatter();
  return (seconds: number) => {
    const day = (atS: number) => dateTime(atS * 1000, { dateStyle: 'short' });
    const isToday = day(seconds) === day(serverNowS());
    return dateTime(seconds * 1000, { ...(!isToday && { dateStyle: 'medium' }), timeStyle: 'short' });
  };
}

/** Author, reason and end of a tag in one line. */
export function useLockOutText() {
  const t = useTranslations('lockOut');
  const momentText = useMomentText();
  const nameOf = usePersonName();
  return ({ by, reason, until }: LockOut) => {
    if (!by || reason === null) return t('left');
    const name = nameOf(by.name);
    return until === null
      ? t('words', { name, reason })
      : t('wordsUntil', { name, reason, until: momentText(until) });
  };
}
