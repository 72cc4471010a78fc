import { IconPlayerSkipForward, IconRefresh } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';

interface Props {
  /** One click, always enabled. */
  stop: ReactNode;
  isSending: boolean;
  /** Missing for a step without a recording. */
  onRepeat: (() => void) | undefined;
  /** Resolves with false if the step was not skipped: the reason stays. Missing on the page of the handover. */
  onSkip: ((reason: string) => Promise<boolean>) | undefined;
}

const icon = { size: 17, stroke: 1.8, 'aria-hidden': true } as const;

/** Stop first, in its own row on a phone, where it covers the bar of the pages: the values need its room; the reason of a skipped step is entered above it, never in a dialog over it. */
export function Dock({ stop, isSending, onRepeat, onSkip }: Props) {
  const t = useTranslations();
  const [reason, setReason] = useState<string>();
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!reason?.trim() || !onSkip) return;
    if (await onSkip(reason.trim())) setReason(undefined);
  }
  return (
    <div className="grid gap-2.5 sticky p-3 bg-card bottom-0 z-90 -mx-3 max-sm:pb-[calc(0.75rem+env(safe-area-inset-bottom))] border-t border-line-strong shadow-[0_-8px_24px_-12px_rgb(15_23_42/18%)]">
      {reason !== undefined && onSkip && (
        <form onSubmit={submit} noValidate className="grid gap-2.5">
          <TextField
            autoFocus
            label={t('commissioning.skipReason')}
            description={t('commissioning.skipHint')}
            maxLength={200}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <div className="grid gap-2.5 grid-cols-[1fr_1.45fr] [&_button]:min-h-11 max-sm:[&_button]:px-2.5 max-sm:[&_button]:py-0">
            <Button variant="default" onClick={() => setReason(undefined)}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" disabled={isSending || !reason.trim()}>
              {t('commissioning.skipYes')}
            </Button>
          </div>
        </form>
      )}
      <div className="flex flex-wrap gap-2.5 items-center max-sm:grid">
        {stop}
        {onSkip && reason === undefined && (
          <div className="grid sm:flex sm:ml-auto gap-2.5 grid-cols-[1fr_1.45fr] [&_button]:min-h-11 max-sm:[&_button]:px-2.5 max-sm:[&_button]:py-0">
            <Button
              variant="default"
              icon={<IconRefresh {...icon} />}
              disabled={!onRepeat || isSending}
              onClick={onRepeat}
            >
              {t('commissioning.repeat')}
            </Button>
            <Button
              variant="default"
              icon={<IconPlayerSkipForward {...icon} />}
              disabled={isSending}
              onClick={() => setReason('')}
            >
              {t('commissioning.skip')}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
