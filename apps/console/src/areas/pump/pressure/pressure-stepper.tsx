import type { PressureBounds } from '@manoboard/domain/pump/pressure-bounds';
import { PRESSURE_STEP_BAR } from '@manoboard/domain/pump/pressure-step';
import { Button } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { useLockOutText } from '../../../device/lock-out.ts';
import { PastAge } from '../../../ui/past-age.tsx';
import classes from './pressure-card.module.css';
import { PressureField } from './pressure-field.tsx';
import { useBar } from './use-bar.ts';
import type { PressureDraft } from './use-pressure-draft.ts';
import type { RequiredPressure } from './use-required-pressure.ts';

interface Props {
  /** R4.15: the device name, the accessible description of every control. */
  device: string;
  required: RequiredPressure;
  draft: PressureDraft;
  bounds: PressureBounds;
}

/** R5.5: steps of 0.1 bar are clamped to the bounds; a value outside the bounds is not sent. */
export function PressureStepper({ device, required, draft, bounds }: Props) {
  const t = useTranslations('pressure');
  const bar = useBar();
  const id = useId();
  const deviceId = `${id}-device`;
  const isLocked = required.block !== undefined || required.isSending;
  const canSend = !isLocked && draft.isAllowed && draft.isChanged;
  async function send(event: FormEvent) {
    event.preventDefault();
    if (!canSend || draft.bar === undefined) return;
    draft.settle();
    if (draft.isTooFine) return;
    if (await required.set(draft.bar)) draft.clearSent(draft.bar);
  }
  const status = useStatusText(required);
  const draftText = useDraftText(draft, bounds);
  const isAtMin = draft.bar !== undefined && draft.bar <= bounds.min;
  const isAtMax = draft.bar !== undefined && draft.bar >= bounds.max;
  return (
    <form onSubmit={send}>
      <span id={deviceId} className="vh">
        {device}
      </span>
      <div className={classes.stepper}>
        <Step
          label={t('less')}
          describedBy={deviceId}
          isDisabled={isLocked || isAtMin}
          onClick={() => draft.step(-1)}
        >
          <IconMinus size={20} aria-hidden />
        </Step>
        <PressureField
          draft={draft}
          bounds={bounds}
          isDisabled={isLocked}
          describedBy={`${deviceId} ${id}-hint`}
        />
        <Step
          label={t('more')}
          describedBy={deviceId}
          isDisabled={isLocked || isAtMax}
          onClick={() => draft.step(1)}
        >
          <IconPlus size={20} aria-hidden />
        </Step>
        <Button
          h={44}
          aria-describedby={deviceId}
          aria-disabled={!canSend}
          data-disabled={!canSend}
          loading={required.isSending}
          renderRoot={({ disabled: _, ...button }) => <button {...button} type="submit" />}
        >
          {t('set')}
        </Button>
      </div>
      <div className={classes.hint}>
        <span>
          {t('required')}
          {required.reportedAge && (
            <>
              {' · '}
              <PastAge {...required.reportedAge} />
            </>
          )}
        </span>
        <span id={`${id}-hint`} data-problem={draft.bar !== undefined && !draft.isAllowed}>
          {t('bounds', { min: bar(bounds.min), max: bar(bounds.max) })}
        </span>
      </div>
      <p className={classes.line} role="status">
        {draftText ?? status}
      </p>
    </form>
  );
}

/** What is wrong with the typed text, or was changed in it. */
function useDraftText(
  { isNoNumber, isTooFine, isAllowed, isRounded }: PressureDraft,
  { min, max }: PressureBounds,
) {
  const t = useTranslations('pressure');
  const bar = useBar();
  if (isNoNumber) return t('number', { min: bar(min), max: bar(max) });
  return (isTooFine && isAllowed) || isRounded ? t('steps', { step: bar(PRESSURE_STEP_BAR) }) : undefined;
}

/** The progress of a command, or the reason why none can be sent. */
function useStatusText(required: RequiredPressure): string | undefined {
  const t = useTranslations();
  const bar = useBar();
  const lockOutText = useLockOutText();
  const { isSending, isConfirmed, requestedBar, reportedBar, block, lockOut } = required;
  const reported = reportedBar === undefined ? t('common.notAvailable') : bar(reportedBar);
  const requested = requestedBar === undefined ? undefined : bar(requestedBar);
  if (isConfirmed) return t('control.confirmed');
  if (requested !== undefined && requested !== reported) {
    return isSending
      ? t('control.sendingWished', { wished: requested })
      : t('control.wished', { wished: requested, reported });
  }
  if (block === 'lockedOut') return lockOut ? lockOutText(lockOut) : undefined;
  if (block === 'localPressure') return t('pressure.localPressure');
  return block === undefined || block === 'unknown' ? undefined : t(`control.${block}`);
}

interface StepProps {
  label: string;
  describedBy: string;
  isDisabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** `aria-disabled` at a bound: `disabled` would lose the focus. */
const Step = ({ label, describedBy, isDisabled, onClick, children }: StepProps) => (
  <button
    type="button"
    className={classes.step}
    aria-label={label}
    aria-describedby={describedBy}
    aria-disabled={isDisabled}
    onClick={isDisabled ? undefined : onClick}
  >
    {children}
  </button>
);
