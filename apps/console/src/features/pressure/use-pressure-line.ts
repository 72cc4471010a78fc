import { useTranslations } from 'use-intl';
import { useLockOutWords } from '../../device/lock-out.ts';
import { useBar } from './use-bar.ts';
import type { RequiredPressure } from './use-required-pressure.ts';

/** The progress of a command, or the reason why none can be sent. */
export function usePressureLine(required: RequiredPressure): string | undefined {
  const t = useTranslations();
  const bar = useBar();
  const lockOutWords = useLockOutWords();
  const { isSending, isConfirmed, requestedBar, reportedBar, block, lockOut } = required;
  const reported = reportedBar === undefined ? t('common.notAvailable') : bar(reportedBar);
  const requested = requestedBar === undefined ? undefined : bar(requestedBar);
  if (isConfirmed) return t('control.confirmed');
  if (requested !== undefined && requested !== reported) {
    return [isSending && t('control.sending'), t('control.wished', { wished: requested, reported })]
      .filter(Boolean)
      .join(' ');
  }
  if (block === 'lockedOut') return lockOut ? lockOutWords(lockOut) : undefined;
  if (block === 'localPressure') return t('pressure.localPressure');
  return block === undefined || block === 'unknown' ? undefined : t(`control.${block}`);
}
