import { type PasswordOwner, passwordStrength } from '@manoboard/domain/access/password';
import { useTranslations } from 'use-intl';
import type { TextFieldProps } from '../../../ui/field.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';

const LEVELS = ['weak', 'fair', 'good', 'strong'] as const;

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

/** R3.2: a new password with its strength while it is typed, and its confirmation. */
export function NewPasswordFields({ text, label, owner, field, autoFocus = false }: Props) {
  const t = useTranslations('auth');
  const password = text('password');
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
        <Strength password={password.value} owner={owner} />
      </div>
      <PasswordField
        {...text('password_confirmation')}
        {...field}
        label={t('passwordConfirmation')}
        showLabel={t('showPasswordConfirmation')}
        hideLabel={t('hidePasswordConfirmation')}
        autoComplete="new-password"
      />
    </>
  );
}

/** The region exists before its text, so that screen readers announce it. */
function Strength({ password, owner }: { password: string; owner: PasswordOwner }) {
  const t = useTranslations('auth');
  const level = passwordStrength(password, owner);
  return (
    <div role="status" className="text-sm text-dim">
      {password !== '' && (
        <>
          <span
            className="grid gap-1 mt-2 mb-1 grid-cols-4 data-[level=weak]:[&_i[data-full]]:bg-stop data-[level=fair]:[&_i[data-full]]:bg-wait"
            data-level={level}
            aria-hidden
          >
            {LEVELS.map((step) => (
              <i
                className="h-1 rounded-sm bg-faint data-full:bg-run"
                key={step}
                data-full={LEVELS.indexOf(step) <= LEVELS.indexOf(level) || undefined}
              />
            ))}
          </span>
          {t('strength', { level })}
        </>
      )}
    </div>
  );
}
