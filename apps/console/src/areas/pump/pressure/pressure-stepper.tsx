import type { PressureBounds } from '@manoboard/domain/pump/pressure-bounds';
import { PRESSURE_STEP_BAR } from '@manoboard/domain/pump/pressure-step';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
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

/** R5.5: a value is sent this long after the last step; a typed one with Enter or the button. */
const SEND_AFTER_MS = 2000;

/** R5.5: steps of 0.1 bar are clamped to the bounds; a value outside the bounds is not sent. */
export function PressureStepper({ device, required, draft, bounds }: Props) {
  const t = useTranslations('pressure');
  const bar = useBar();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const steps = useRef<number>(undefined);
  /** Steps send themselves soon; a typed or refused value waits for Enter or the button. */
  const [isSoon, setIsSoon] = useState(false);
  useEffect(() => () => clearTimeout(steps.current), []);
  const isLocked = required.block !== undefined || required.isSending;
  const canSend = !isLocked && draft.isAllowed && draft.isChanged;
  async function send(event: FormEvent) {
    event.preventDefault();
    clearTimeout(steps.current);
    setIsSoon(false);
    if (!canSend || draft.bar === undefined) return;
    draft.settle();
    if (draft.isTooFine) return;
    if (await required.set(draft.bar)) draft.clearSent(draft.bar);
  }
  function step(direction: 1 | -1) {
    draft.step(direction);
    setIsSoon(true);
    clearTimeout(steps.current);
    steps.current = window.setTimeout(() => form.current?.requestSubmit(), SEND_AFTER_MS);
  }
  function type(text: string) {
    clearTimeout(steps.current);
    setIsSoon(false);
    draft.type(text);
  }
  const status = useStatusText(required);
  const draftText = useDraftText(draft, bounds);
  const soon =
    draft.isChanged && isSoon && draft.bar !== undefined ? t('soon', { bar: bar(draft.bar) }) : undefined;
  const isAtMin = draft.bar !== undefined && draft.bar <= bounds.min;
  const isAtMax = draft.bar !== undefined && draft.bar >= bounds.max;
  return (
    <form ref={form} onSubmit={send}>
      <span id={`${id}-device`} className="sr-only">
        {device}
      </span>
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1.5">
        <div className="min-w-0 flex-1">
          <b className="block font-semibold">{t('title')}</b>
          <p className="text-sm leading-snug text-dim" role="status">
            {draftText ?? soon ?? status ?? t('required')}
            {required.reportedAge && (
              <>
                {' · '}
                <PastAge {...required.reportedAge} />
              </>
            )}
          </p>
          <p
            id={`${id}-hint`}
            className="text-sm leading-snug text-dim data-[problem=true]:font-semibold data-[problem=true]:text-stop-ink"
            data-problem={draft.bar !== undefined && !draft.isAllowed}
          >
            {t('bounds', { min: bar(bounds.min), max: bar(bounds.max) })}
          </p>
        </div>
        <div className="grid grid-cols-[2.75rem_minmax(4.5rem,auto)_2.75rem] items-center gap-1.5">
          <Step
            label={t('less')}
            describedBy={`${id}-device`}
            isDisabled={isLocked || isAtMin}
            onClick={() => step(-1)}
          >
            <IconMinus size={20} aria-hidden />
          </Step>
          <PressureField
            draft={{ ...draft, type, step }}
            bounds={bounds}
            isDisabled={isLocked}
            describedBy={`${id}-device ${id}-hint`}
          />
          <Step
            label={t('more')}
            describedBy={`${id}-device`}
            isDisabled={isLocked || isAtMax}
            onClick={() => step(1)}
          >
            <IconPlus size={20} aria-hidden />
          </Step>
        </div>
      </div>
      {/* Below the steps, so that it moves none of them. */}
      <div
        className={`mt-1.5 flex justify-end ${(draft.isChanged && !isSoon) || required.isSending ? '' : 'hidden'}`}
      >
        <Button
          size="compact-sm"
          variant="light"
          aria-describedby={`${id}-device`}
          aria-disabled={!canSend}
          loading={required.isSending}
          type="submit"
        >
          {t('set')}
        </Button>
      </div>
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
