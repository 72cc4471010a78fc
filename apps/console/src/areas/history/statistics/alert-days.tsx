import type { Statistics } from '@manoboard/contract/history/statistics';
import type { EventSeverity } from '@manoboard/contract/mqtt/event';
import { useFormatter, useTranslations } from 'use-intl';
import classes from './statistics.module.css';

const SEVERITIES = ['alarm', 'warning', 'info'] as const satisfies readonly EventSeverity[];

type Period = Statistics['periods'][number];
export const alertsIn = ({ alerts }: Period) => alerts.alarm + alerts.warning + alerts.info;

/** One column a day, as high as its alerts; the lists of names and numbers are for screen readers. */
export function AlertDays({ periods }: { periods: readonly Period[] }) {
  const t = useTranslations('statistics.byDay');
  const severity = useTranslations('statistics.severity');
  const { dateTime } = useFormatter();
  const most = Math.max(1, ...periods.map(alertsIn));
  const dayText = (start: number) => dateTime(start * 1000, { day: 'numeric', month: 'numeric' });
  const [first, last] = [periods[0], periods.at(-1)];
  return (
    <>
      <ol className={classes.days} aria-label={t('title')}>
        {periods.map((period) => {
          const text = t('day', { day: dayText(period.start), count: alertsIn(period) });
          return (
            <li className="column grow shrink justify-end" key={period.start} title={text}>
              <span className="vh">{text}</span>
              {SEVERITIES.map((kind) => (
                <span
                  key={kind}
                  className={classes.part}
                  data-severity={kind}
                  style={{ height: `${(period.alerts[kind] / most) * 100}%` }}
                />
              ))}
            </li>
          );
        })}
      </ol>
      <p className={classes.axis} aria-hidden="true">
        <span>{first && dayText(first.start)}</span>
        <span>{last && dayText(last.start)}</span>
      </p>
      <ul className={classes.legend}>
        {SEVERITIES.map((kind) => (
          <li className="row gap-3" key={kind}>
            <span className={classes.part} data-severity={kind} aria-hidden="true" />
            {severity(kind)}
          </li>
        ))}
      </ul>
    </>
  );
}
