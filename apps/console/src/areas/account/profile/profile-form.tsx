import { Role } from '@manoboard/contract/account/account';
import type { AnyUser } from '@manoboard/contract/account/any-user';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { RestoredNotice } from '../../../lib/forms/restored-notice.tsx';
import { useForm } from '../../../lib/forms/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FieldPair, Form } from '../../../ui/form.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { NewPasswordFields } from '../auth/new-password-fields.tsx';
import { updateProfile } from './api.ts';
import { CancelEmailChange, ResendLink } from './email-actions.tsx';
import { profileErrors, profileValues, toChange } from './profile-rules.ts';
import { RevokeChoice } from './revoke-choice.tsx';

const isKnownRole = (role: string): role is Role => Role.options.some((known) => known === role);

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
      <p className="text-md text-dim wrap-anywhere leading-normal">{t('pending', { email })}</p>
      <span className="flex items-center flex-wrap gap-y-1 gap-x-3 [&_a]:inline-flex [&_a]:items-center [&_a]:min-h-9 [&_a]:cursor-pointer [&_a]:text-link [&_a]:text-md [&_a]:font-medium [&_a]:text-left pointer-coarse:[&_a]:min-h-11 group-data-alarming/notice:[&_:is(a,_button:not(:disabled))]:text-inherit group-data-alarming/notice:[&_:is(a,_button:not(:disabled))]:underline">
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
    <p className="text-md text-dim [&_a]:text-link">
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
    <Form
      className="p-6.5 border border-line rounded-lg bg-card shadow-card max-sm:p-5"
      onSubmit={profile.onSubmit}
      isSending={isSending}
    >
      <h2 className="text-lg font-semibold tracking-tight">{t('profile.personal')}</h2>
      {profile.isRestored && <RestoredNotice />}
      {problem && <FormNotice kind="problem">{problem}</FormNotice>}
      <FieldPair>
        <TextField {...text('name')} {...required} label={t('auth.name')} autoComplete="given-name" />
        <TextField {...text('surname')} {...required} label={t('auth.surname')} autoComplete="family-name" />
      </FieldPair>
      <TextField {...text('email')} {...required} label={t('auth.email')} type="email" autoComplete="email" />
      <PendingEmail user={user} onChanged={onChanged} />
      <TextField
        {...text('phone_number')}
        label={t('auth.phone')}
        description={t('auth.phoneHint')}
        type="tel"
        autoComplete="tel"
      />
      <TextField {...text('address')} label={t('profile.address')} autoComplete="street-address" />
      <p className="text-md text-dim [&_a]:text-link">
        {t('profile.roles')}: <strong className="font-medium text-ink">{useRoleNames(roles)}</strong>
      </p>
      <AgreedTerms user={user} TermsLink={TermsLink} />
      <fieldset className="grid gap-4 min-w-0 border-t border-line pt-4 [&_legend]:w-full [&_legend]:font-semibold [&_legend]:float-left">
        <legend>{t('profile.passwordTitle')}</legend>
        <p className="text-md text-dim leading-normal">{t('profile.passwordLead')}</p>
        <NewPasswordFields text={text} label={t('auth.newPassword')} owner={profile.values} />
        {profile.values.password !== '' && <RevokeChoice field={profile.check('revoke_access')} />}
      </fieldset>
      <Button
        type="submit"
        size="md"
        className="justify-self-start max-sm:justify-self-stretch"
        disabled={isSending}
      >
        {isSending ? t('auth.sending') : t('profile.update')}
      </Button>
    </Form>
  );
}
