import { alertDeliveryCalls } from '@manoboard/contract/http/calls/alert-delivery';
import type { AlertDeliveries } from '@manoboard/contract/nouns/alert-delivery';
import { type LadderStep, ladderOf } from '@manoboard/domain/alerts/delivery/settings';
import type { AlertSeverity } from '@manoboard/domain/alerts/rules/kinds';
import { IconBell, IconCheck, IconMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { read } from '../../lib/http.ts';
import classes from './deliveries.module.css';
import { useTimeText } from './use-time-text.ts';

const icon = { size: 15, stroke: 2, 'aria-hidden': true } as const;

interface Step {
  step: 'owner' | LadderStep;
  afterMin: number;
  /** stopped: the ladder has ended before it. */
  state: 'reached' | 'due' | 'nobody' | 'stopped';
  atS: number | null;
}

/** The settings with what has happened; steps after the next one follow in the same interval. */
function stepsOf(ladder: ReturnType<typeof ladderOf>, { items, next }: AlertDeliveries): readonly Step[] {
  const all = [{ step: 'owner' as const, afterMin: 0 }, ...ladder];
  const nextAt = all.findIndex(({ step }) => step === next?.step);
  const lastReached = all.findLastIndex(({ step }) => items.some((item) => item.step === step));
  return all.map(({ step, afterMin }, at) => {
    const first = items.find((item) => item.step === step);
    if (first) return { step, afterMin, state: 'reached', atS: first.timestamp };
    if (next && nextAt >= 0 && at >= nextAt) {
      const laterMin = afterMin - (all[nextAt]?.afterMin ?? 0);
      return { step, afterMin, state: 'due', atS: next.timestamp + 60 * laterMin };
    }
    const wasPassed = at < lastReached || (nextAt >= 0 && at < nextAt);
    return { step, afterMin, state: wasPassed ? 'nobody' : 'stopped', atS: null };
  });
}

const icons = {
  reached: <IconCheck {...icon} />,
  due: <IconBell {...icon} />,
  nobody: <IconMinus {...icon} />,
  stopped: <IconMinus {...icon} />,
};

interface Props extends AlertDeliveries {
  deviceId: string;
  severity: AlertSeverity;
}

/** The escalation steps of an alert: past ones with their time, and the next ones, which are due unless a user takes it. */
export function Ladder({ deviceId, severity, ...deliveries }: Props) {
  const t = useTranslations('alertDeliveries');
  const timeText = useTimeText();
  const { data } = useQuery({
    queryKey: ['escalation', deviceId],
    queryFn: ({ signal }) => read(alertDeliveryCalls.escalation, signal, { params: { id: deviceId } }),
  });
  const ladder = data && ladderOf(data.settings, severity);
  if (!ladder || ladder.length === 0) return null;
  return (
    <>
      <ol className={classes.ladder} aria-label={t('ladder.label')}>
        {stepsOf(ladder, deliveries).map(({ step, afterMin, state, atS }) => (
          <li key={step} data-state={state}>
            <strong>
              {icons[state]} {afterMin === 0 ? t('ladder.atOnce') : t('ladder.after', { min: afterMin })}
            </strong>
            <span>{t(`people.${step}`)}</span>
            <span>{t(`ladder.${state}`, { time: atS === null ? '' : timeText(atS) })}</span>
          </li>
        ))}
      </ol>
      {deliveries.next && <p className={classes.quiet}>{t('ladder.hint')}</p>}
    </>
  );
}
