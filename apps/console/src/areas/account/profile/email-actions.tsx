import { useTranslations } from 'use-intl';
import { useAction } from '../../../lib/http/use-action.ts';
import { useProblemToast } from '../../../lib/http/use-problem-text.ts';
import { toast } from '../../../lib/page/toast.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { resendConfirmation, updateProfile } from './api.ts';

interface ActionProps {
  label: string;
  /** False when the session is over. */
  act: () => Promise<boolean>;
  done: string;
  onDone: () => Promise<void>;
}

/** A text button that shows the result of its action in a toast. */
function QuietAction({ label, act, done, onDone }: ActionProps) {
  const t = useTranslations('auth');
  const { run, isSending } = useAction({
    send: act,
    onDone: () => {
      toast(done);
      return onDone();
    },
    onFailed: useProblemToast(),
  });
  return (
    <TextButton disabled={isSending} onClick={() => void run()}>
      {isSending ? t('sending') : label}
    </TextButton>
  );
}

interface Props {
  email: string;
  /** Reloads the account, which may have been confirmed elsewhere meanwhile. */
  onChanged: () => Promise<void>;
}

/** R4.3d */
export function ResendLink({ email, onChanged }: Props) {
  const t = useTranslations('profile');
  return (
    <QuietAction
      label={t('resend')}
      act={resendConfirmation}
      done={t('resent', { email })}
      onDone={onChanged}
    />
  );
}

/** R3.5: keeps the current address. */
export function CancelEmailChange({ email, onChanged }: Props) {
  const t = useTranslations('profile');
  return (
    <QuietAction
      label={t('cancelPending')}
      act={async () => (await updateProfile({ email })) !== undefined}
      done={t('pendingCancelled')}
      onDone={onChanged}
    />
  );
}
