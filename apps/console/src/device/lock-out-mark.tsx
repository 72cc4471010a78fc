import type { LockOut } from '@manoboard/contract/command/lock-out';
import { IconUserExclamation } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { StatePill } from '../ui/state-pill.tsx';
import { useActiveLockOut, useLockOutText } from './lock-out.ts';

/** R5.10: marks a device with a lock-out tag in a list. */
export function LockOutMark({ tag }: { tag: LockOut | null | undefined }) {
  const t = useTranslations('lockOut');
  const lockOutText = useLockOutText();
  const active = useActiveLockOut(tag);
  if (!active) return null;
  return (
    <StatePill tone="wait" icon={<IconUserExclamation size={14} stroke={2} aria-hidden />}>
      <span title={lockOutText(active)}>{t('mark')}</span>
      <span className="sr-only">{lockOutText(active)}</span>
    </StatePill>
  );
}
