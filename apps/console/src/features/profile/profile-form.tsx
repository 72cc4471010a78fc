import type { User } from '@manoboard/contract/account';
import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { useTranslations } from 'use-intl';
import { useSendForm } from '../../lib/use-send-form.ts';
import form from '../../ui/form.module.css';
import { FormNotice } from '../../ui/form-notice.tsx';
import { updateProfile } from './api.ts';
import { PasswordChange } from './password-change.tsx';
import classes from './profile-form.module.css';
import { needsCurrentPassword, profileErrors, profileValues, toChange } from './profile-rules.ts';

interface Props {
  user: User;
  /** In words. */
  roles: string;
  onSaved: () => Promise<void>;
}

/** R3.5 */
export function ProfileForm({ user, roles, onSaved }: Props) {
  const t = useTranslations();
  const profile = useSendForm({
    initial: profileValues(user),
    validate: (values) => profileErrors(user, values),
    send: async (values) => {
      const saved = await updateProfile(toChange(user, values));
      if (!saved) return;
      await onSaved();
      profile.settle(values, profileValues(saved));
    },
    fieldOfCode: {
      UPDATE_USER_EMAIL_ALREADY_EXISTS: 'email',
      UPDATE_USER_INVALID_PASSWORD: 'password',
      CURRENT_PASSWORD_WRONG: 'current_password',
    },
  });
  const { isSending, problem, text } = profile;
  const required = { required: true, withAsterisk: false } as const;
  const values = { email: text('email').value, password: text('password').value };

  return (
    <form
      className={`${form.form} ${classes.card}`}
      onSubmit={profile.onSubmit}
      noValidate
      aria-busy={isSending}
    >
      {problem && <FormNotice kind="problem">{problem}</FormNotice>}
      <div className={form.pair}>
        <TextInput {...text('name')} {...required} label={t('auth.name')} autoComplete="given-name" />
        <TextInput {...text('surname')} {...required} label={t('auth.surname')} autoComplete="family-name" />
      </div>
      <TextInput {...text('email')} {...required} label={t('auth.email')} type="email" autoComplete="email" />
      <TextInput
        {...text('phone_number')}
        label={t('auth.phone')}
        description={t('auth.phoneHint')}
        type="tel"
        autoComplete="tel"
      />
      <TextInput {...text('address')} label={t('profile.address')} autoComplete="street-address" />
      <p className={classes.roles}>
        {t('profile.roles')}: <strong>{roles}</strong>
      </p>
      <PasswordChange text={text} needsCurrent={needsCurrentPassword(user, values)} />
      <Button type="submit" size="md" className={classes.send} disabled={isSending}>
        {isSending ? t('auth.sending') : t('profile.update')}
      </Button>
    </form>
  );
}
