import { useTranslations } from 'use-intl';
import { useLockOutWords } from '../../device/lock-out.ts';
import { useBar } from './use-bar.ts';
import type { RequiredPressure } from './use-required-pressure.ts';

/** What becomes of a wish, or why none can be sent; nothing when there is nothing to tell. */
export function usePressureLine(required: RequiredPressure): string | undefined {
  const t = useTranslations();
  const bar = useBar();
  const lockOutWords = useLockOutWords();
  const { isSending, isConfirmed, wishedBar, reportedBar, block, lockOut } = required;
  const reported = reportedBar === undefined ? t('common.notAvailable') : bar(reportedBar);
  const wished = wishedBar === undefined ? undefined : bar(wishedBar);
  if (isConfirmed) return t('control.confirmed');
  if (wished !== undefined && wished !== reported) {
    return [isSending && t('control.sending'), t('control.wished', { wished, reported })]
      .filter(Boolean)
      .join(' ');
  }
  if (block === 'lockedOut') return lockOut ? lockOutWords(lockOut) : undefined;
  if (block === 'localPressure') return t('pressure.localPressure');
  return block === undefined || block === 'unknown' ? undefined : t(`control.${block}`);
}
