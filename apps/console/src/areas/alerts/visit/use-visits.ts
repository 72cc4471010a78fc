import type { Visit } from '@manoboard/contract/alert/visit';
import { visitCalls } from '@manoboard/contract/alert/visit.calls';
import { isVisitOver } from '@manoboard/domain/alerts/visit';
import { DAY_S } from '@manoboard/domain/time';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { readQuery } from '../../../lib/http/read-query.ts';
import { useClock } from '../../../lib/time/clock.ts';
import { dayOf } from '../../../lib/time/wall-time.ts';

/** The visit of a device that is not over. A server without visits has none. */
export function useVisit(deviceId: string): Visit | undefined {
  const { data } = useQuery({
    ...readQuery(['visits', deviceId], visitCalls.visits, { params: { id: deviceId } }),
    retry: false,
  });
  return data?.items.find(({ state }) => !isVisitOver(state));
}

/** Visits of all devices, for staff, and the people who can make them. */
export const workVisitsQuery = { ...readQuery(['visits'], visitCalls.workVisits), retry: false };

/** Loads the visits again wherever they are shown. */
export function useVisitsChanged() {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: ['visits'] });
}

export const useToday = () => useClock(dayOf);

/** Today, tomorrow, or the weekday and the date; with the part of the day. */
export function useVisitDayText() {
  const t = useTranslations('visitLine');
  const { dateTime } = useFormatter();
  const today = useToday();
  const tomorrow = useClock((nowS) => dayOf(nowS + DAY_S));
  const format = { weekday: 'long', day: 'numeric', month: 'numeric', timeZone: 'UTC' } as const;
  return ({ day, part }: Pick<Visit, 'day' | 'part'>) => {
    const other = () => dateTime(new Date(`${day}T12:00:00Z`), format);
    const date = day === today ? t('today') : day === tomorrow ? t('tomorrow') : other();
    return part === 'day' ? date : t('onPart', { date, part: t(`part.${part}`) });
  };
}
