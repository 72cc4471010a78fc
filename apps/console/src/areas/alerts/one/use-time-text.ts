import { useFormatter, useTranslations } from 'use-intl';
import { useClock } from '../../../lib/time/clock.ts';
import { secondsOfWallTime, wallTimeOf } from '../../../lib/time/wall-time.ts';

const CLOCK = { hour: '2-digit', minute: '2-digit' } as const;
const DATE = { day: 'numeric', month: 'numeric' } as const;
const KEY = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;

/** A moment of the day before, which may have 23 or 25 hours. */
function dayBefore(nowS: number): number {
  const wall = wallTimeOf(nowS);
  return secondsOfWallTime({ ...wall, day: wall.day - 1, hours: 12 });
}

/** Today with seconds, yesterday as a word, older days with their date. */
export function useTimeText() {
  const t = useTranslations('alerts');
  const { dateTime } = useFormatter();
  const dayOf = (atS: number) => dateTime(atS * 1000, KEY);
  const [today, yesterday] = useClock((nowS) => `${dayOf(nowS)}|${dayOf(dayBefore(nowS))}`).split('|');
  return (atS: number, isShort = false) => {
    const day = dayOf(atS);
    if (day === today) return dateTime(atS * 1000, { ...CLOCK, ...(!isShort && { second: '2-digit' }) });
    if (day === yesterday) return t('yesterday', { time: dateTime(atS * 1000, CLOCK) });
    const isThisYear = day.slice(-4) === today?.slice(-4);
    return dateTime(atS * 1000, { ...DATE, ...(!isThisYear && { year: 'numeric' }), ...CLOCK });
  };
}
