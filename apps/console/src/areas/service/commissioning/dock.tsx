import { Button, TextInput } from '@mantine/core';
import { IconPlayerSkipForward, IconRefresh } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import classes from './wizard.module.css';

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

/** Stop in its own row; the reason of a skipped step is entered above it, never in a dialog over it. */
export function Dock({ stop, isSending, onRepeat, onSkip }: Props) {
  const t = useTranslations();
  const [reason, setReason] = useState<string>();
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!reason?.trim() || !onSkip) return;
    if (await onSkip(reason.trim())) setReason(undefined);
  }
  return (
    <div className={classes.dock}>
      {reason !== undefined && onSkip && (
        <form onSubmit={submit} noValidate className="stack gap-4">
          <TextInput
            autoFocus
            label={t('commissioning.skipReason')}
            description={t('commissioning.skipHint')}
            maxLength={200}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <div className={classes.pair}>
            <Button variant="default" onClick={() => setReason(undefined)}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" disabled={isSending || !reason.trim()}>
              {t('commissioning.skipYes')}
            </Button>
          </div>
        </form>
      )}
      {stop}
      {onSkip && reason === undefined && (
        <div className={classes.pair}>
          <Button
            variant="default"
            leftSection={<IconRefresh {...icon} />}
            disabled={!onRepeat || isSending}
            onClick={onRepeat}
          >
            {t('commissioning.repeat')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconPlayerSkipForward {...icon} />}
            disabled={isSending}
            onClick={() => setReason('')}
          >
            {t('commissioning.skip')}
          </Button>
        </div>
      )}
    </div>
  );
}
