import type { Rehearsal, RehearsedAlert } from '@manoboard/contract/alert/alert-rehearsal';
import { IconFlask } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { GraphLink } from '../../../device/links.tsx';
import { Card } from '../../../ui/card.tsx';
import sentence from '../../../ui/sentence.module.css';
import classes from './alert-rules.module.css';
import { DayBars } from './day-bars.tsx';
import styles from './rehearsal.module.css';
import { type RuleFormat, useRuleFormat } from './use-rule-format.ts';

/** New alerts that end by themselves within this time are mostly noise. */
const SHORT_S = 2 * 3600;
const MANY_NEW = 3;

/** Graphs show this time before and after an alert. */
const AROUND_S = 2 * 3600;

const isShort = ({ raised_at, cleared_at }: RehearsedAlert) =>
  cleared_at !== null && cleared_at - raised_at < SHORT_S;

/** In words: how many alerts instead of how many, and what the new ones are like. */
function Sentence({ rehearsal, format }: { rehearsal: Rehearsal; format: RuleFormat }) {
  const t = useTranslations('rules.sentence');
  const { today, changed, from, to, frames } = rehearsal;
  const strong = (chunks: ReactNode) => <b>{chunks}</b>;
  const days = Math.max(1, Math.round((to - from) / 86_400));
  const isSame = JSON.stringify(today.numbers) === JSON.stringify(changed.numbers);
  const added = changed.alerts.filter((alert) => alert.is_only_here);
  const short = added.filter(isShort).length;
  const counts = { strong, days, today: today.count, changed: changed.count };
  return (
    <Card aria-label={t('label')} className={sentence.sentence}>
      <IconFlask size={22} stroke={1.7} aria-hidden />
      <p aria-live="polite">
        {frames === 0 ? t('empty') : t.rich(isSame ? 'same' : 'changed', counts)}{' '}
        {added.length > 0 && t('added', { n: changed.only_here, short })}{' '}
        {today.only_here > 0 && t('gone', { n: today.only_here })}{' '}
        {added.length >= MANY_NEW && short > added.length / 2 && (
          <b className="wait-ink">{t('tooSensitive')}</b>
        )}
        {frames > 0 && <span className={classes.quiet}> {t('since', { from: format.moment(from) })}</span>}
      </p>
    </Card>
  );
}

const FIRST_ROWS = 8;

interface TableProps {
  rehearsal: Rehearsal;
  format: RuleFormat;
  deviceId: string;
}

/** Alerts with the new numbers, and those of today that would not come any more; newest first. */
function AlertTable({ deviceId, rehearsal, format }: TableProps) {
  const t = useTranslations('rules');
  const [isWhole, setIsWhole] = useState(false);
  const { today, changed, to } = rehearsal;
  const rows = [
    ...changed.alerts.map((alert) => ({ ...alert, state: alert.is_only_here ? 'new' : 'also' }) as const),
    ...today.alerts.flatMap((alert) => (alert.is_only_here ? [{ ...alert, state: 'gone' } as const] : [])),
  ].sort((a, b) => b.raised_at - a.raised_at);
  const shown = isWhole ? rows : rows.slice(0, FIRST_ROWS);
  const total = changed.count + today.only_here;
  if (rows.length === 0) return null;
  return (
    <Card aria-labelledby="rehearsal-alerts">
      <h3 id="rehearsal-alerts">{t('alerts')}</h3>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('when')}</th>
              <th scope="col">{t('howLong')}</th>
              <th scope="col">{t('severity')}</th>
              <th scope="col">
                <span className="vh">{t('state')}</span>
              </th>
              <th scope="col">
                <span className="vh">{t('graph')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((alert) => (
              <tr key={`${alert.state}-${alert.raised_at}`}>
                <th scope="row">{format.moment(alert.raised_at)}</th>
                <td>
                  {alert.cleared_at === null
                    ? t('lasts', { time: format.duration(to - alert.raised_at) })
                    : format.duration(alert.cleared_at - alert.raised_at)}
                </td>
                <td>{t(`severities.${alert.severity}`)}</td>
                <td>
                  <span className={styles.mark} data-state={alert.state}>
                    {t(alert.state)}
                  </span>
                </td>
                <td>
                  <GraphLink
                    deviceId={deviceId}
                    fromS={alert.raised_at - AROUND_S}
                    toS={alert.raised_at + AROUND_S}
                    className={classes.link}
                  >
                    {t('graph')}
                  </GraphLink>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={classes.quiet}>
        {t('rows', { shown: shown.length, total })}{' '}
        {!isWhole && rows.length > FIRST_ROWS && (
          <button type="button" className={classes.textButton} onClick={() => setIsWhole(true)}>
            {t('showAll', { n: rows.length })}
          </button>
        )}
      </p>
    </Card>
  );
}

/** What the rule would have raised, with the numbers in force and with the new ones. */
export function RehearsalView({ deviceId, rehearsal }: { deviceId: string; rehearsal: Rehearsal }) {
  const format = useRuleFormat();
  return (
    <>
      <Sentence rehearsal={rehearsal} format={format} />
      <DayBars rehearsal={rehearsal} format={format} />
      <AlertTable deviceId={deviceId} rehearsal={rehearsal} format={format} />
    </>
  );
}

interface OthersProps {
  rehearsal: Rehearsal;
  value: number | undefined;
  isReadOnly: boolean;
  onChoose: (value: number) => void;
}

/** How many alerts other values of the number raise; a click takes the value over. */
export function OtherValues({ rehearsal, value, isReadOnly, onChoose }: OthersProps) {
  const t = useTranslations('rules');
  const format = useRuleFormat();
  const { kind, vary, others } = rehearsal;
  const most = Math.max(1, ...others.map(({ count }) => count));
  return (
    <Card aria-labelledby="rehearsal-others">
      <h3 id="rehearsal-others">{t('others')}</h3>
      <p className={classes.quiet}>{format.label(kind, vary)}</p>
      <ul className="stack gap-2 bare no-marks margin-4-0-0">
        {others.map((other) => (
          <li key={other.value}>
            <button
              type="button"
              className={styles.other}
              aria-pressed={other.value === value}
              aria-disabled={isReadOnly}
              onClick={() => !isReadOnly && onChoose(other.value)}
            >
              <span>{format.value(kind, vary, other.value)}</span>
              <span className={styles.share} aria-hidden="true">
                <span className={styles.shareBar} style={{ width: `${(100 * other.count) / most}%` }} />
              </span>
              <b className="ink">{t('count', { n: other.count })}</b>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
