import type { SessionRow } from '@manoboard/contract/account/account';
import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useForm } from '../../../lib/forms/use-form.ts';
import { HttpProblem } from '../../../lib/http/http-problem.ts';
import { toast } from '../../../lib/page/toast.ts';
import { Dialog, DialogButtons, dialogTextClass } from '../../../ui/dialog.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
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
      void toast(t(isAll ? 'profile.sessions.endedOthers' : 'profile.sessions.ended'));
    } catch (error) {
      if (!(error instanceof HttpProblem) || error.code !== 'NOT_FOUND') throw error;
      void toast(t('profile.sessions.alreadyEnded'), { kind: 'warning' });
    }
    await onEnded();
    onClose();
  }
  const { isSending, problem, onSubmit } = useForm({ initial: {}, validate: () => ({}), send: end });
  const label = t(isAll ? 'profile.sessions.endOthers' : 'profile.sessions.end');
  return (
    <Dialog title={label} closeLabel={t('common.close')} isSending={isSending} onClose={onClose}>
      <form onSubmit={onSubmit} aria-busy={isSending}>
        <p className={dialogTextClass}>
          {isAll
            ? t('profile.sessions.endOthersQuestion', { n: otherCount })
            : t('profile.sessions.endQuestion', textOf(ending))}
        </p>
        {problem && <FormNotice kind="problem">{problem}</FormNotice>}
        <DialogButtons>
          <Button variant="default" disabled={isSending} onClick={onClose} data-autofocus>
            {t('common.cancel')}
          </Button>
          <Button type="submit" disabled={isSending}>
            {isSending ? t('auth.sending') : label}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
