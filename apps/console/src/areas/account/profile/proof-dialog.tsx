import { Proof } from '@manoboard/contract/account/credentials';
import { useTranslations } from 'use-intl';
import { FormDialog } from '../../../lib/forms/form-dialog.tsx';
import { schemaErrors } from '../../../lib/forms/form-errors.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { PasswordField } from '../../../ui/password-field.tsx';
import { proveIdentity } from './api.ts';

interface Props {
  /** True after the proof; the request that needed it is then repeated. */
  onSettled: (isProved: boolean) => void;
}

/** Requests the password again before access is given that outlives the session. */
export function ProofDialog({ onSettled }: Props) {
  const t = useTranslations();
  const form = useForm({
    initial: { current_password: '' },
    validate: (values) => schemaErrors(Proof, values),
    send: async (values) => {
      if (await proveIdentity(values)) onSettled(true);
    },
    fieldOfCode: { CURRENT_PASSWORD_WRONG: 'current_password' },
  });
  const { text } = form;
  const cancel = () => onSettled(false);
  return (
    <FormDialog
      title={t('profile.proof.title')}
      form={form}
      text={t('profile.proof.lead')}
      submit={t('profile.proof.submit')}
      onClose={cancel}
    >
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
    </FormDialog>
  );
}
