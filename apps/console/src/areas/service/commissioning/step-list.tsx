import type { CommissioningStep, CommissioningStepName } from '@manoboard/contract/device/commissioning';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import classes from './wizard.module.css';

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
      <div className={classes.segments} aria-hidden="true">
        {rows.map(({ name, status }) => (
          <i key={name} data-status={status} data-current={name === place} />
        ))}
      </div>
      <ol className={classes.steps} aria-label={t('steps')}>
        {rows.map(({ name, status }, index) => (
          <li key={name}>
            <button
              type="button"
              className={classes.step}
              data-status={status}
              aria-current={name === place ? 'step' : undefined}
              onClick={() => onChoose(name)}
            >
              <span className={classes.mark} aria-hidden="true">
                {status === 'done' && <IconCheck size={12} stroke={3} />}
                {status === 'skipped' && <IconMinus size={12} stroke={3} />}
                {status !== 'done' && status !== 'skipped' && index + 1}
              </span>
              <span>
                {t(`step.${name}`)}
                <span className={status === 'skipped' ? undefined : 'vh'}>, {t(`status.${status}`)}</span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}
