import type { PressureBounds } from '@manoboard/domain/pump/pressure-bounds';
import { PRESSURE_STEP_BAR } from '@manoboard/domain/pump/pressure-step';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { useLockOutText } from '../../../device/lock-out.ts';
import { Button } from '../../../ui/button.tsx';
import { PastAge } from '../../../ui/past-age.tsx';
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
      <span id={deviceId} className="sr-only">
        {device}
      </span>
      <div className="grid gap-2 items-center p-1.5 border border-line rounded-lg bg-inset grid-cols-[2.75rem_minmax(0,1fr)_2.75rem_minmax(6.5rem,auto)] mt-3 @max-[18.5rem]/press:grid-cols-[2.75rem_minmax(0,1fr)_2.75rem] max-sm:mt-2 @max-[18.5rem]/press:[&>:last-child]:col-span-full">
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
          size="touch"
          aria-describedby={deviceId}
          aria-disabled={!canSend}
          loading={required.isSending}
          type="submit"
        >
          {t('set')}
        </Button>
      </div>
      <div className="flex gap-2 justify-between text-dim text-sm mx-1 mt-2 @max-[18.5rem]/press:flex-col @max-[18.5rem]/press:gap-0.5 [&_[data-problem='true']]:text-stop-ink [&_[data-problem='true']]:font-semibold">
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
      <p className="text-dim text-sm leading-normal min-h-[1.4em] mx-1 mt-1.5 -mb-2.5" role="status">
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
    className="grid place-items-center border border-line-strong rounded-md bg-card text-ink cursor-pointer h-11 aria-disabled:text-off aria-disabled:cursor-not-allowed"
    aria-label={label}
    aria-describedby={describedBy}
    aria-disabled={isDisabled}
    onClick={isDisabled ? undefined : onClick}
  >
    {children}
  </button>
);
