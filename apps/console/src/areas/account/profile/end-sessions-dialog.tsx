import type { SessionRow } from '@manoboard/contract/account/account';
import { useTranslations } from 'use-intl';
import { FormDialog } from '../../../lib/forms/form-dialog.tsx';
import { useConfirmation } from '../../../lib/forms/use-confirmation.ts';
import { HttpProblem } from '../../../lib/http/http-problem.ts';
import { toast } from '../../../lib/page/toast.ts';
import { endOtherSessions, endSession } from './api.ts';
import { useSessionText } from './use-session-text.ts';

interface Props {
  ending: SessionRow | 'others';
  otherCount: number;
  onClose: () => void;
  /** Reloads the list. */
  onEnded: () => Promise<void>;
}

/** R3.5: ends one session or all others after a confirmation. */
export function EndSessionsDialog({ ending, otherCount, onClose, onEnded }: Props) {
  const t = useTranslations();
  const textOf = useSessionText();
  const isAll = ending === 'others';

  /** A session that has ended meanwhile is reported, and disappears from the list. */
  async function end() {
    try {
      if (!(await (isAll ? endOtherSessions() : endSession(ending.id)))) return;
      toast(t(isAll ? 'profile.sessions.endedOthers' : 'profile.sessions.ended'));
    } catch (error) {
      if (!(error instanceof HttpProblem) || error.code !== 'NOT_FOUND') throw error;
      toast(t('profile.sessions.alreadyEnded'), { kind: 'warning' });
    }
    await onEnded();
    onClose();
  }
  const form = useConfirmation(end);
  const label = t(isAll ? 'profile.sessions.endOthers' : 'profile.sessions.end');
  return (
    <FormDialog
      title={label}
      form={form}
      text={
        isAll
          ? t('profile.sessions.endOthersQuestion', { n: otherCount })
          : t('profile.sessions.endQuestion', textOf(ending))
      }
      submit={label}
      isConfirmation
      onClose={onClose}
    />
  );
}
