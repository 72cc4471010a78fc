import { type PlannedTry, plannedTry } from '@manoboard/domain/pump/planned-try';
import { useFormatter, useTranslations } from 'use-intl';
import { serverNowS, useClock } from '../lib/time/clock.ts';
import { secondsOfWallTime, wallTimeOf } from '../lib/time/wall-time.ts';
import { useUnreachable } from './reach.ts';
import { useDevice } from './use-device.ts';

/** R5.11: the start that the board plans by itself, as it reported it last. */
export const usePlannedTry = (deviceId: string): PlannedTry | null =>
  useDevice(deviceId, ({ last }) => plannedTry(last));

const DATE = { day: 'numeric', month: 'numeric' } as const;

/** When the board tries: at 12:43, tomorrow at 12:43, on 20 November at 12:43. */
export function useTryMoment() {
  const t = useTranslations('pump.retry');
  const { dateTime } = useFormatter();
  return (atS: number) => {
    const time = dateTime(atS * 1000, { timeStyle: 'short' });
    const day = (seconds: number) => dateTime(seconds * 1000, { dateStyle: 'short' });
    const today = wallTimeOf(serverNowS());
    if (day(atS) === day(serverNowS())) return t('today', { time });
    const tomorrowS = secondsOfWallTime({ ...today, day: today.day + 1, hours: 12 });
    if (day(atS) === day(tomorrowS)) return t('tomorrow', { time });
    return t('otherDay', { date: dateTime(atS * 1000, DATE), time });
  };
}

/** No command reaches the board, which goes on by itself. A page that is still connecting does not say so. */
export function useIsAway(deviceId: string): boolean {
  const unreachable = useUnreachable(deviceId);
  return unreachable === 'offline' || unreachable === 'serverDown' || unreachable === 'noNetwork';
}

/** Minutes are of no use for a try of tomorrow. */
const LONG_WAIT_MIN = 10 * 60;

/** R5.11: what the board will do by itself; a board out of reach may do it all the same. `undefined` without a plan. */
export function useTryText(deviceId: string): string | undefined {
  const t = useTranslations();
  const momentText = useTryMoment();
  const planned = usePlannedTry(deviceId);
  const isAway = useIsAway(deviceId);
  const minutes = useClock((nowS) => (planned ? Math.ceil((planned.atS - nowS) / 60) : null));
  if (!planned || minutes === null) return undefined;
  const when = momentText(planned.atS);
  if (isAway) {
    const what = planned.stoppedFor ? t(`boardEvent.${planned.stoppedFor}`) : t('pump.retry.stopped');
    return t(minutes > 0 ? 'pump.retry.offline' : 'pump.retry.offlinePast', { what, when });
  }
  if (minutes <= 0) return t('pump.retry.due', { when });
  return t('pump.retry.starts', { when, wait: waitText(t, minutes) });
}

function waitText(t: ReturnType<typeof useTranslations<never>>, minutes: number) {
  const hours = Math.floor(minutes / 60);
  return minutes >= LONG_WAIT_MIN
    ? t('pump.retry.inHours', { hours: Math.round(minutes / 60) })
    : t('pump.retry.in', { hours, minutes: minutes % 60 });
}
