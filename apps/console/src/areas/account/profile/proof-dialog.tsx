import { Proof } from '@manoboard/contract/account/credentials';
import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { schemaErrors } from '../../../lib/forms/form-errors.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { Dialog, DialogButtons, dialogTextClass } from '../../../ui/dialog.tsx';
import form from '../../../ui/form.module.css';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { proveIdentity } from './api.ts';

interface Props {
  /** True after the proof; the request that needed it is then repeated. */
  onSettled: (isProved: boolean) => void;
}

/** Requests the password again before access is given that outlives the session. */
export function ProofDialog({ onSettled }: Props) {
  const t = useTranslations();
  const { isSending, problem, text, onSubmit } = useForm({
    initial: { current_password: '' },
    validate: (values) => schemaErrors(Proof, values),
    send: async (values) => {
      if (await proveIdentity(values)) onSettled(true);
    },
    fieldOfCode: { CURRENT_PASSWORD_WRONG: 'current_password' },
  });
  const cancel = () => onSettled(false);
  return (
    <Dialog
      title={t('profile.proof.title')}
      closeLabel={t('common.close')}
      isSending={isSending}
      onClose={cancel}
    >
      <form className={form.form} onSubmit={onSubmit} noValidate aria-busy={isSending}>
        <p className={dialogTextClass}>{t('profile.proof.lead')}</p>
        {problem && <FormNotice kind="problem">{problem}</FormNotice>}
        <PasswordField
          {...text('current_password')}
          label={t('profile.currentPassword')}
          showLabel={t('profile.showCurrentPassword')}
          hideLabel={t('profile.hideCurrentPassword')}
          autoComplete="current-password"
          data-autofocus
          required
          withAsterisk={false}
        />
        <DialogButtons>
          <Button variant="default" disabled={isSending} onClick={cancel}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" disabled={isSending}>
            {t(isSending ? 'auth.sending' : 'profile.proof.submit')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
