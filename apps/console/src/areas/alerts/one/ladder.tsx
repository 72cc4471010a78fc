import type { AlertDeliveries } from '@manoboard/contract/alert/alert-delivery';
import { IconBell, IconBellOff, IconCheck, IconMinus } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
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
      <ol
        className="grid gap-2 mt-4 grid-cols-[repeat(auto-fit,minmax(6.6rem,1fr))] [&_[data-state='unreached']]:[background:repeating-linear-gradient(135deg,var(--stop-soft)_0_0.45rem,var(--inset)_0.45rem_0.9rem)] [&_[data-state='unreached']]:text-stop-ink [&_[data-state='due']]:bg-wait-soft [&_[data-state='due']]:text-wait-ink [&_[data-state='reached']_svg]:text-run-ink [&_[data-state='unreached']_strong]:text-stop-ink [&_[data-state='due']_strong]:text-wait-ink"
        aria-label={t('ladder.label')}
      >
        {ladder.map((rung) => {
          const { step, after_minutes: min, timestamp } = rung;
          const state = stateOf(rung, deliveries);
          return (
            <li
              className="grid gap-0.5 min-w-0 px-2 py-2.5 rounded-md bg-inset inset-ring inset-ring-line-strong text-dim text-sm content-start"
              key={step}
              data-state={state}
            >
              <strong className="flex items-center gap-1 text-sm text-ink">
                {icons[state]} {min === 0 ? t('ladder.atOnce') : t('ladder.after', { min })}
              </strong>
              <span>{t(`people.${step}`)}</span>
              <span>{t(`ladder.${state}`, { time: timestamp === null ? '' : timeText(timestamp) })}</span>
            </li>
          );
        })}
      </ol>
      {next && <p className="text-md text-dim mt-2.5">{t('ladder.hint')}</p>}
    </>
  );
}
