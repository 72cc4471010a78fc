import type { Rehearsal } from '@manoboard/contract/alert/alert-rehearsal';
import { alertRules } from '@manoboard/domain/alerts/rules/alert-rules';
import { useTranslations } from 'use-intl';
import { Card } from '../../../ui/card.tsx';
import type { RuleFormat } from './use-rule-format.ts';

const BAR = 'forced-colors:border forced-colors:border-[CanvasText]';
const STATES = {
  none: 'bg-off',
  today: 'bg-stop-ink',
  new: 'border-2 border-dashed border-wait-ink bg-wait-soft',
  gone: 'border-2 border-stop-ink bg-card',
};
const LIMITS = { today: 'border-t border-dashed border-dim', new: 'border-t-2 border-dashed border-ink' };

type Day = Rehearsal['days'][number];

/** What the bar of a day means; the table has the same alerts in words. */
const stateOf = ({ today, changed, is_new }: Day) => {
  if (changed === 0) return today > 0 ? 'gone' : 'none';
  return is_new && today === 0 ? 'new' : 'today';
};

/** From the lowest to the highest of the values and limits, with some room; values below a limit grow downwards from it. */
function scaleOf(peaks: readonly number[], limits: readonly number[]) {
  const all = [...peaks, ...limits];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const low = least >= 0 && least < 0.6 * most ? 0 : least - 0.15 * (most - least || 1);
  // Room for a number above the highest bar and for the name of the highest limit.
  const high = most + 0.18 * (most - low || 1);
  return (value: number) => `${(100 * (value - low)) / (high - low)}%`;
}

/** What the number was compared with on each day: solid if an alert comes today, hatched if it is new. */
export function DayBars({ rehearsal, format }: { rehearsal: Rehearsal; format: RuleFormat }) {
  const t = useTranslations('rules');
  const { kind, vary, days, today, changed, from, to } = rehearsal;
  const peaks = days.flatMap(({ peak }) => peak ?? []);
  const isMeasured = vary === 'afterS' || alertRules[kind].measures?.[vary] !== undefined;
  if (!isMeasured || peaks.length === 0) return null;
  const limits: readonly { name: keyof typeof LIMITS; value: number }[] = [
    { name: 'today', value: today.numbers[vary] ?? 0 },
    ...(changed.numbers[vary] === today.numbers[vary]
      ? []
      : [{ name: 'new' as const, value: changed.numbers[vary] ?? 0 }]),
  ];
  const place = scaleOf(
    peaks,
    limits.map(({ value }) => value),
  );
  const text = (value: number) => format.value(kind, vary, value);
  const every = Math.ceil(days.length / 7);
  return (
    <Card aria-labelledby="rehearsal-days">
      <div className="flex items-baseline flex-wrap gap-y-0.5 gap-x-3">
        <h3 id="rehearsal-days">{t(`measure.${vary as 'afterS'}`)}</h3>
        <span className="text-dim text-md mt-1">
          {t('byDay', { from: format.day(from), to: format.day(to) })}
        </span>
        <ul className="flex flex-wrap text-sm text-dim gap-y-1 gap-x-4 ml-auto">
          <li className="flex items-center gap-2">
            <span className={`size-3.5 rounded-sm ${BAR} ${STATES.today}`} />
            {t('also')}
          </li>
          <li className="flex items-center gap-2">
            <span className={`size-3.5 rounded-sm ${BAR} ${STATES.new}`} />
            {t('new')}
          </li>
          {limits.map(({ name, value }) => (
            <li className="flex items-center gap-2" key={name}>
              <span className={`w-5.5 ${LIMITS[name]}`} />
              {t(name === 'new' ? 'newLimit' : 'todayLimit', { value: text(value) })}
            </li>
          ))}
          {rehearsal.today.only_here > 0 && (
            <li className="flex items-center gap-2">
              <span className={`size-3.5 rounded-sm ${BAR} ${STATES.gone}`} />
              {t('gone')}
            </li>
          )}
        </ul>
      </div>
      <div aria-hidden="true">
        <ol className="flex gap-0.5 relative mt-3 h-53.5 border-b border-line-strong">
          {limits.map(({ name, value }) => (
            <li
              key={name}
              className={`pointer-events-none absolute inset-x-0 z-1 ${LIMITS[name]}`}
              style={{ bottom: place(value) }}
            />
          ))}
          {days.map((day) => (
            <li key={day.t} className="min-w-0 flex-1 relative">
              {day.peak !== null && (
                <span
                  className={`absolute bottom-0 left-1/2 w-3/5 max-w-6.5 -translate-x-1/2 rounded-t-sm ${BAR} ${STATES[stateOf(day)]}`}
                  style={{ height: place(day.peak) }}
                >
                  {stateOf(day) !== 'none' && (
                    <b className="absolute bottom-full left-1/2 mb-0.5 -translate-x-1/2 text-xs">
                      {vary === 'afterS' ? format.duration(day.peak) : format.rounded(day.peak)}
                    </b>
                  )}
                </span>
              )}
            </li>
          ))}
        </ol>
        <ol className="flex gap-0.5 text-xs text-dim whitespace-nowrap mt-1.5">
          {days.map(({ t: startS }, i) => (
            <li key={startS} className="min-w-0 flex-1 relative flex justify-center min-h-[1.2em]">
              {i % every === 0 && <span>{format.day(startS)}</span>}
            </li>
          ))}
        </ol>
      </div>
    </Card>
  );
}
