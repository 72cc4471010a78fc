import { DAY_MS } from '@manoboard/domain/time';
import { type CSSProperties, Fragment } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Card } from '../../../ui/card.tsx';
import { cardHeadClass, quietClass } from './energy-classes.ts';

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** A Monday. */
const MONDAY_MS = Date.UTC(2024, 0, 1, 12);

function useWeekdayName() {
  const { dateTime } = useFormatter();
  return (weekday: number, style: 'short' | 'long') =>
    dateTime(MONDAY_MS + weekday * DAY_MS, { weekday: style, timeZone: 'UTC' });
}

/** When the pump runs: minutes per hour by weekday and hour. Hours without a measurement are empty. */
export function HeatMap({ heat }: { heat: readonly (number | null)[] }) {
  const t = useTranslations('energy.heat');
  const weekdayName = useWeekdayName();
  const { number } = useFormatter();
  const most = Math.max(0, ...heat.map((minutes) => minutes ?? 0));
  const busiest = most > 0 ? heat.indexOf(most) : -1;
  const cellText = (index: number) => {
    const minutes = heat[index] ?? null;
    const when = { weekday: weekdayName(Math.floor(index / 24), 'long'), hour: index % 24 };
    return minutes === null ? t('unknown', when) : t('cell', { ...when, minutes: number(minutes) });
  };
  return (
    <Card aria-labelledby="energy-heat">
      <div className={cardHeadClass}>
        <h3 id="energy-heat">{t('title')}</h3>
        <span className={quietClass}>{t('hint')}</span>
      </div>
      <p className="sr-only">{busiest < 0 ? t('none') : t('busiest', { cell: cellText(busiest) })}</p>
      <div
        className="grid items-center gap-0.5 grid-cols-[1.8rem_repeat(24,minmax(0,1fr))]"
        aria-hidden="true"
      >
        {WEEKDAYS.map((weekday) => (
          <Fragment key={weekday}>
            <span className="text-dim text-xs">{weekdayName(weekday, 'short')}</span>
            {HOURS.map((hour) => {
              const minutes = heat[weekday * 24 + hour] ?? null;
              return (
                <span
                  key={hour}
                  className="h-5 rounded-sm bg-[color-mix(in_srgb,var(--c-power)_calc(8%_+_var(--heat)_*_92%),var(--card))] data-unknown:hatched"
                  title={cellText(weekday * 24 + hour)}
                  data-unknown={minutes === null || undefined}
                  style={{ '--heat': most > 0 ? (minutes ?? 0) / most : 0 } as CSSProperties}
                />
              );
            })}
          </Fragment>
        ))}
        <span />
        {HOURS.map((hour) => (
          <span key={hour} className="text-dim text-xs overflow-visible whitespace-nowrap">
            {hour % 6 === 0 && hour}
          </span>
        ))}
      </div>
    </Card>
  );
}
