import type { LockOut } from '@manoboard/contract/command/lock-out';
import { useTranslations } from 'use-intl';
import { FormNotice } from '../ui/form-notice.tsx';
import { useLockOutText } from './lock-out.ts';

/** R5.10: the reason beside a control that the tag blocks. */
export function LockOutNotice({ tag }: { tag: LockOut | null }) {
  const t = useTranslations('problem');
  const lockOutText = useLockOutText();
  if (!tag) return null;
  return (
    <FormNotice kind="problem">
      {t('LOCKED_OUT')} {lockOutText(tag)}
    </FormNotice>
  );
}
