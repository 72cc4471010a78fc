import type { CommissioningStep, CommissioningStepName } from '@manoboard/contract/device/commissioning';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';

/** The steps of the server, and the handover. */
export type Place = CommissioningStepName | 'report';

interface Props {
  steps: readonly CommissioningStep[];
  place: Place;
  onChoose: (place: Place) => void;
}

type Status = CommissioningStep['status'];
const SEGMENTS: Record<Status, string> = {
  open: 'bg-faint',
  recording: 'bg-faint',
  done: 'bg-run',
  skipped: 'bg-wait',
};
const DOTS: Record<Status, string> = {
  open: 'border-faint',
  recording: 'border-faint',
  done: 'border-transparent bg-run-ink text-card',
  skipped: 'border-wait bg-wait-soft text-wait-ink',
};

/** Segments and names of the steps; each can be opened, so that it can be repeated. */
export function StepList({ steps, place, onChoose }: Props) {
  const t = useTranslations('commissioning');
  const rows: { name: Place; status: CommissioningStep['status'] }[] = [
    ...steps,
    { name: 'report', status: 'open' },
  ];
  return (
    <>
      <div className="grid gap-1 auto-cols-fr grid-flow-col" aria-hidden="true">
        {rows.map(({ name, status }) => (
          <i className={`h-1.5 rounded-lg ${name === place ? 'bg-accent' : SEGMENTS[status]}`} key={name} />
        ))}
      </div>
      <ol
        className="grid grid-flow-col grid-cols-2 grid-rows-4 gap-x-3 sm:grid-flow-row sm:grid-cols-4 sm:grid-rows-2"
        aria-label={t('steps')}
      >
        {rows.map(({ name, status }, index) => (
          <li key={name}>
            <button
              type="button"
              className={`flex min-h-6 w-full cursor-pointer items-center gap-1 text-left text-md ${name === place ? 'font-bold text-ink' : 'text-dim'}`}
              aria-current={name === place ? 'step' : undefined}
              onClick={() => onChoose(name)}
            >
              <span
                className={`mr-1 grid size-5 flex-none place-items-center rounded-full border-2 text-xs font-semibold ${DOTS[status]} ${name === place ? 'ring-2 ring-accent' : ''}`}
                aria-hidden="true"
              >
                {status === 'done' && <IconCheck size={12} stroke={3} />}
                {status === 'skipped' && <IconMinus size={12} stroke={3} />}
                {status !== 'done' && status !== 'skipped' && index + 1}
              </span>
              <span>
                {t(`step.${name}`)}
                <span className={status === 'skipped' ? undefined : 'sr-only'}>
                  , {t(`status.${status}`)}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}
