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

/** Segments and names of the steps; each can be opened, so that it can be repeated. */
export function StepList({ steps, place, onChoose }: Props) {
  const t = useTranslations('commissioning');
  const rows: { name: Place; status: CommissioningStep['status'] }[] = [
    ...steps,
    { name: 'report', status: 'open' },
  ];
  return (
    <>
      <div
        className="grid gap-1 auto-cols-[1fr] grid-flow-col [&_[data-status='done']]:bg-run [&_[data-status='skipped']]:bg-wait [&_[data-current='true']]:bg-accent"
        aria-hidden="true"
      >
        {rows.map(({ name, status }) => (
          <i
            className="h-1.5 rounded-lg bg-faint"
            key={name}
            data-status={status}
            data-current={name === place}
          />
        ))}
      </div>
      <ol
        className="grid [grid-template:repeat(4,auto)/1fr_1fr] grid-flow-col gap-x-3 sm:[grid-template:auto_auto/repeat(4,auto)] sm:grid-flow-row"
        aria-label={t('steps')}
      >
        {rows.map(({ name, status }, index) => (
          <li key={name}>
            <button
              type="button"
              className="group/step cursor-pointer flex items-center gap-1 w-full text-dim text-md text-left min-h-6 [&[aria-current]]:text-ink [&[aria-current]]:font-bold"
              data-status={status}
              aria-current={name === place ? 'step' : undefined}
              onClick={() => onChoose(name)}
            >
              <span
                className="grid place-items-center flex-none rounded-full text-xs font-semibold size-5 mr-1 shadow-[inset_0_0_0_1.5px_var(--faint)] group-data-[status=done]/step:bg-run-ink group-data-[status=done]/step:text-card group-data-[status=done]/step:shadow-none group-data-[status=skipped]/step:bg-wait-soft group-data-[status=skipped]/step:text-wait-ink group-data-[status=skipped]/step:shadow-[inset_0_0_0_1.5px_var(--wait)] group-[[aria-current]]/step:ring-2 group-[[aria-current]]/step:ring-accent"
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
