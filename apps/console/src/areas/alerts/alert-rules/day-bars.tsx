import type { Rehearsal } from '@manoboard/contract/alert/alert-rehearsal';
import { alertRules } from '@manoboard/domain/alerts/rules/alert-rules';
import { useTranslations } from 'use-intl';
import { Card } from '../../../ui/card.tsx';
import classes from './alert-rules.module.css';
import styles from './rehearsal.module.css';
import type { RuleFormat } from './use-rule-format.ts';

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
  const limits = [
    { name: 'today', value: today.numbers[vary] ?? 0 },
    ...(changed.numbers[vary] === today.numbers[vary]
      ? []
      : [{ name: 'new', value: changed.numbers[vary] ?? 0 }]),
  ] as const;
  const place = scaleOf(
    peaks,
    limits.map(({ value }) => value),
  );
  const text = (value: number) => format.value(kind, vary, value);
  const every = Math.ceil(days.length / 7);
  return (
    <Card aria-labelledby="rehearsal-days">
      <div className={styles.cardHead}>
        <h3 id="rehearsal-days">{t(`measure.${vary as 'afterS'}`)}</h3>
        <span className={classes.quiet}>{t('byDay', { from: format.day(from), to: format.day(to) })}</span>
        <ul className={styles.legend}>
          <li>
            <span className={styles.bar} data-state="today" />
            {t('also')}
          </li>
          <li>
            <span className={styles.bar} data-state="new" />
            {t('new')}
          </li>
          {limits.map(({ name, value }) => (
            <li key={name}>
              <span className={styles.limit} data-name={name} />
              {t(name === 'new' ? 'newLimit' : 'todayLimit', { value: text(value) })}
            </li>
          ))}
          {rehearsal.today.only_here > 0 && (
            <li>
              <span className={styles.bar} data-state="gone" />
              {t('gone')}
            </li>
          )}
        </ul>
      </div>
      <div aria-hidden="true">
        <ol className={styles.bars}>
          {limits.map(({ name, value }) => (
            <li key={name} className={styles.limit} data-name={name} style={{ bottom: place(value) }} />
          ))}
          {days.map((day) => (
            <li key={day.t} className={styles.day}>
              {day.peak !== null && (
                <span className={styles.bar} data-state={stateOf(day)} style={{ height: place(day.peak) }}>
                  {stateOf(day) !== 'none' && (
                    <b>{vary === 'afterS' ? format.duration(day.peak) : format.rounded(day.peak)}</b>
                  )}
                </span>
              )}
            </li>
          ))}
        </ol>
        <ol className={styles.dayNames}>
          {days.map(({ t: startS }, i) => (
            <li key={startS} className={styles.day}>
              {i % every === 0 && <span>{format.day(startS)}</span>}
            </li>
          ))}
        </ol>
      </div>
    </Card>
  );
}
