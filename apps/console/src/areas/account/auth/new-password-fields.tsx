import { Password } from '@manoboard/contract/account/credentials';
import type { PasswordOwner } from '@manoboard/domain/access/password';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../../lib/forms/form-errors.ts';
import type { TextFieldProps } from '../../../ui/field.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { checkPassword } from './api.ts';

type Name = 'password' | 'password_confirmation';

interface Props {
  text: (name: Name) => {
    name: string;
    value: string;
    error: string | undefined;
    onChange: (event: { currentTarget: { value: string } }) => void;
  };
  label: string;
  owner: PasswordOwner;
  /** Properties of both fields. */
  field?: Pick<TextFieldProps, 'required' | 'withAsterisk' | 'size'>;
  autoFocus?: boolean;
}

/** R3.2: a new password with the verdict of the server while it is typed, and its confirmation. */
export function NewPasswordFields({ text, label, owner, field, autoFocus = false }: Props) {
  const t = useTranslations('auth');
  const password = text('password');
  const confirmation = text('password_confirmation');
  return (
    <>
      <div>
        <PasswordField
          {...password}
          {...field}
          label={label}
          description={t('passwordHint')}
          showLabel={t('showPassword')}
          hideLabel={t('hidePassword')}
          autoComplete="new-password"
          autoFocus={autoFocus}
        />
        {!password.error && <Verdict password={password.value} owner={owner} />}
      </div>
      <div>
        <PasswordField
          {...confirmation}
          {...field}
          label={t('passwordConfirmation')}
          showLabel={t('showPasswordConfirmation')}
          hideLabel={t('hidePasswordConfirmation')}
          autoComplete="new-password"
        />
        <div role="status" className="text-sm text-run-ink">
          {password.value !== '' && password.value === confirmation.value && (
            <Mark text={t('passwordsEqual')} />
          )}
        </div>
      </div>
    </>
  );
}

/** Long enough that a word is typed without a request for each letter. */
const PAUSE_MS = 400;

/**
 * R3.2: what the server says of a password that looks strong, after a pause in typing: it alone knows the common ones. Nothing
 * before its answer, nor from a provider without the call.
 */
function useVerdict(password: string, { email, name, surname }: PasswordOwner): string | null | undefined {
  const [answer, setAnswer] = useState<{ to: string; reason: string | null }>();
  const question = JSON.stringify({ password, email, name, surname });
  const isStrong = Password.safeParse(password).success;
  useEffect(() => {
    if (!isStrong) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const checked = await checkPassword(JSON.parse(question), stop.signal).catch(() => undefined);
      if (checked) setAnswer({ to: question, ...checked });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [question, isStrong]);
  return isStrong && answer?.to === question ? answer.reason : undefined;
}

/** The region exists before its text, so that screen readers announce it. */
function Verdict({ password, owner }: { password: string; owner: PasswordOwner }) {
  const t = useTranslations('auth');
  const errorText = useErrorText();
  const reason = useVerdict(password, owner);
  return (
    <div role="status" className={`text-sm ${reason ? 'text-stop-ink' : 'text-run-ink'}`}>
      {reason === null && <Mark text={t('passwordGood')} />}
      {reason && errorText(`validation.${reason}`)}
    </div>
  );
}

const Mark = ({ text }: { text: string }) => (
  <span className="mt-1.5 flex items-center gap-1.5">
    <IconCheck size={16} stroke={2} aria-hidden />
    {text}
  </span>
);
