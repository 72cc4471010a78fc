import type { AlertDeliveries } from '@manoboard/contract/alert/alert-delivery';
import { IconBell, IconBellOff, IconCheck, IconMinus } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import classes from './deliveries.module.css';
import { useTimeText } from './use-time-text.ts';

const icon = { size: 15, stroke: 2, 'aria-hidden': true } as const;
const icons = {
  reached: <IconCheck {...icon} />,
  unreached: <IconBellOff {...icon} />,
  due: <IconBell {...icon} />,
  nobody: <IconMinus {...icon} />,
  stopped: <IconMinus {...icon} />,
};

type Step = AlertDeliveries['ladder'][number];

/** A step is reached only if a message was delivered; a mail written as a file does not count. */
function stateOf({ step, state }: Step, { items }: AlertDeliveries): keyof typeof icons {
  if (state !== 'reached') return state;
  const isDelivered = items.some((item) => item.step === step && item.state !== 'written');
  return isDelivered ? 'reached' : 'unreached';
}

/** The escalation steps of an alert: past ones with their time, and the next ones, which are due unless a user takes it. */
export function Ladder(deliveries: AlertDeliveries) {
  const t = useTranslations('alertDeliveries');
  const timeText = useTimeText();
  const { ladder, next } = deliveries;
  if (ladder.length === 0) return null;
  return (
    <>
      <ol className={classes.ladder} aria-label={t('ladder.label')}>
        {ladder.map((rung) => {
          const { step, after_minutes: min, timestamp } = rung;
          const state = stateOf(rung, deliveries);
          return (
            <li key={step} data-state={state}>
              <strong className="row gap-2 ink text-sm">
                {icons[state]} {min === 0 ? t('ladder.atOnce') : t('ladder.after', { min })}
              </strong>
              <span>{t(`people.${step}`)}</span>
              <span>{t(`ladder.${state}`, { time: timestamp === null ? '' : timeText(timestamp) })}</span>
            </li>
          );
        })}
      </ol>
      {next && <p className="text-md dim margin-4-0-0">{t('ladder.hint')}</p>}
    </>
  );
}
