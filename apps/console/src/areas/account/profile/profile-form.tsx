import { Role } from '@manoboard/contract/account/account';
import type { AnyUser } from '@manoboard/contract/account/any-user';
import { Button, TextInput } from '@mantine/core';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { RestoredNotice } from '../../../lib/forms/restored-notice.tsx';
import { useForm } from '../../../lib/forms/use-form.ts';
import { lazyComponent } from '../../../lib/page/lazy-component.tsx';
import form from '../../../ui/form.module.css';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { NewPasswordFields } from '../auth/new-password-fields.tsx';
import notice from './account-notices.module.css';
import { updateProfile } from './api.ts';
import { CancelEmailChange, ResendLink } from './email-actions.tsx';
import classes from './profile-form.module.css';
import { profileErrors, profileValues, toChange } from './profile-rules.ts';

const isKnownRole = (role: string): role is Role => Role.options.some((known) => known === role);

const RevokeChoice = lazyComponent(async () => (await import('./revoke-choice.tsx')).RevokeChoice);

/** The translated role names; a user without a role is an owner. */
function useRoleNames(roles: readonly string[]): string {
  const t = useTranslations('role');
  const names = roles.filter(isKnownRole).map((role) => t(role));
  return names.join(', ') || t('owner');
}

/** R3.5: a new address that is not confirmed yet. */
function PendingEmail({ user, onChanged }: { user: AnyUser; onChanged: () => Promise<void> }) {
  const t = useTranslations('profile');
  const email = user.pending_email;
  if (email === null) return null;
  return (
    <div role="status">
      <p className="text-md dim flush break line-text">{t('pending', { email })}</p>
      <span className={notice.actions}>
        <ResendLink email={email} onChanged={onChanged} />
        <CancelEmailChange email={user.email} onChanged={onChanged} />
      </span>
    </div>
  );
}

/** R3.1: the accepted version of the terms, and the date. */
function AgreedTerms({ user, TermsLink }: Pick<Props, 'user' | 'TermsLink'>) {
  const t = useTranslations('profile');
  const { dateTime } = useFormatter();
  if (user.terms_accepted_at === null) return null;
  return (
    <p className={classes.roles}>
      {t.rich('terms', {
        date: dateTime(new Date(user.terms_accepted_at * 1000), { dateStyle: 'long' }),
        hasVersion: user.terms_version === null ? 'no' : 'yes',
        version: user.terms_version ?? '',
        link: (words) => <TermsLink>{words}</TermsLink>,
      })}
    </p>
  );
}

interface Props {
  user: AnyUser;
  roles: readonly string[];
  onSaved: () => Promise<void>;
  /** The account was changed by another action than this form. */
  onChanged: () => Promise<void>;
  TermsLink: ComponentType<{ children: ReactNode }>;
}

/** R3.5 */
export function ProfileForm({ user, roles, onSaved, onChanged, TermsLink }: Props) {
  const t = useTranslations();
  const [shown, setShown] = useState(profileValues(user));
  const profile = useForm({
    initial: shown,
    validate: (values) => profileErrors(shown, values),
    send: async (values) => {
      const saved = await updateProfile(toChange(shown, values));
      if (!saved) return;
      await onSaved();
      setShown(profileValues(saved));
      profile.replaceSent(values, profileValues(saved));
    },
    draft: {
      key: `profile ${user.id}`,
      fields: ['name', 'surname', 'email', 'phone_number', 'address'],
    },
    fieldOfCode: {
      UPDATE_USER_EMAIL_ALREADY_EXISTS: 'email',
      UPDATE_USER_INVALID_PASSWORD: 'password',
    },
  });
  const { isSending, problem, text } = profile;
  const required = { required: true, withAsterisk: false } as const;

  return (
    <form
      className={`${form.form} ${classes.card}`}
      onSubmit={profile.onSubmit}
      noValidate
      aria-busy={isSending}
    >
      <h2 className="card-title">{t('profile.personal')}</h2>
      {profile.isRestored && <RestoredNotice />}
      {problem && <FormNotice kind="problem">{problem}</FormNotice>}
      <div className={form.pair}>
        <TextInput {...text('name')} {...required} label={t('auth.name')} autoComplete="given-name" />
        <TextInput {...text('surname')} {...required} label={t('auth.surname')} autoComplete="family-name" />
      </div>
      <TextInput {...text('email')} {...required} label={t('auth.email')} type="email" autoComplete="email" />
      <PendingEmail user={user} onChanged={onChanged} />
      <TextInput
        {...text('phone_number')}
        label={t('auth.phone')}
        description={t('auth.phoneHint')}
        type="tel"
        autoComplete="tel"
      />
      <TextInput {...text('address')} label={t('profile.address')} autoComplete="street-address" />
      <p className={classes.roles}>
        {t('profile.roles')}: <strong className="ink medium">{useRoleNames(roles)}</strong>
      </p>
      <AgreedTerms user={user} TermsLink={TermsLink} />
      <fieldset className={classes.passwords}>
        <legend>{t('profile.passwordTitle')}</legend>
        <p className="flush dim text-md line-text">{t('profile.passwordLead')}</p>
        <NewPasswordFields text={text} label={t('auth.newPassword')} owner={profile.values} />
        {profile.values.password !== '' && <RevokeChoice field={profile.check('revoke_access')} />}
      </fieldset>
      <Button type="submit" size="md" className={classes.send} disabled={isSending}>
        {isSending ? t('auth.sending') : t('profile.update')}
      </Button>
    </form>
  );
}
