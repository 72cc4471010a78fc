import type { Statistics } from '@manoboard/contract/history/statistics';
import type { EventSeverity } from '@manoboard/contract/mqtt/event';
import { useFormatter, useTranslations } from 'use-intl';

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
      <ol className="flex gap-0.5 h-36 border-b border-line-strong" aria-label={t('title')}>
        {periods.map((period) => {
          const text = t('day', { day: dayText(period.start), count: alertsIn(period) });
          return (
            <li
              className="min-w-0 flex-1 flex flex-col justify-end data-unknown:hatched hover:bg-inset"
              key={period.start}
              title={text}
            >
              <span className="sr-only">{text}</span>
              {SEVERITIES.map((kind) => (
                <span
                  key={kind}
                  className="bg-off forced-colors:border forced-colors:border-[CanvasText] data-figure:bg-accent data-[figure=bar]:bg-(--c-pressure) data-[figure=alarms]:bg-stop data-[severity=alarm]:bg-stop data-[severity=warning]:bg-wait"
                  data-severity={kind}
                  style={{ height: `${(period.alerts[kind] / most) * 100}%` }}
                />
              ))}
            </li>
          );
        })}
      </ol>
      <p className="flex justify-between text-sm text-dim mt-1.5" aria-hidden="true">
        <span>{first && dayText(first.start)}</span>
        <span>{last && dayText(last.start)}</span>
      </p>
      <ul className="flex flex-wrap text-sm text-dim gap-y-1 gap-x-4 mt-3">
        {SEVERITIES.map((kind) => (
          <li className="flex items-center gap-2" key={kind}>
            <span
              className="bg-off size-3 rounded-sm forced-colors:border forced-colors:border-[CanvasText] data-figure:bg-accent data-[figure=bar]:bg-(--c-pressure) data-[figure=alarms]:bg-stop data-[severity=alarm]:bg-stop data-[severity=warning]:bg-wait"
              data-severity={kind}
              aria-hidden="true"
            />
            {severity(kind)}
          </li>
        ))}
      </ul>
    </>
  );
}
