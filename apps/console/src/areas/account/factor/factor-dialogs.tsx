import { type Factor, type FactorAdded, FactorName } from '@manoboard/contract/account/factor';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { FormDialog } from '../../../lib/forms/form-dialog.tsx';
import { schemaErrors } from '../../../lib/forms/form-errors.ts';
import { useConfirmation } from '../../../lib/forms/use-confirmation.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { toast } from '../../../lib/page/toast.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { AddApp, AddPasskey } from './add-factor.tsx';
import { newRecoveryCodes, removeFactor, renameFactor } from './api.ts';
import { RecoveryCodeList } from './recovery-codes.tsx';

export type FactorDialogName =
  | { name: 'passkey' | 'app' | 'codes' }
  | { name: 'rename' | 'remove'; factor: Factor };

interface Props {
  dialog: FactorDialogName;
  isLast: boolean;
  onClose: () => void;
  /** Reloads the list. */
  onChanged: () => Promise<void>;
}

export function FactorDialogs({ dialog, isLast, onClose, onChanged }: Props) {
  const common = { onClose, onChanged };
  if (dialog.name === 'rename') return <Rename {...common} factor={dialog.factor} />;
  if (dialog.name === 'remove') return <Remove {...common} factor={dialog.factor} isLast={isLast} />;
  return dialog.name === 'codes' ? <NewCodes {...common} /> : <Add {...common} kind={dialog.name} />;
}

type Common = Pick<Props, 'onClose' | 'onChanged'>;

/** The first factor brings recovery codes. */
function Add({ kind, onClose, onChanged }: Common & { kind: 'passkey' | 'app' }) {
  const t = useTranslations();
  const [codes, setCodes] = useState<readonly string[]>();
  const showAdded = (added: FactorAdded) => {
    void onChanged();
    if (added.codes) setCodes(added.codes);
    else onClose();
  };
  if (codes) return <ShownCodes codes={codes} onClose={onClose} />;
  const Part = kind === 'passkey' ? AddPasskey : AddApp;
  return (
    <Dialog
      title={t(kind === 'passkey' ? 'factor.passkeyTitle' : 'factor.appTitle')}
      closeLabel={t('common.close')}
      isSending={false}
      onClose={onClose}
    >
      <Part onAdded={showAdded} />
    </Dialog>
  );
}

function ShownCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useTranslations();
  return (
    <Dialog
      title={t('factor.codes.shownTitle')}
      closeLabel={t('common.close')}
      isSending={false}
      onClose={onClose}
    >
      <RecoveryCodeList codes={codes} onDone={onClose} />
    </Dialog>
  );
}

function NewCodes({ onClose, onChanged }: Common) {
  const t = useTranslations('factor.codes');
  const [codes, setCodes] = useState<readonly string[]>();
  const form = useConfirmation(async () => {
    const made = await newRecoveryCodes();
    if (!made) return;
    setCodes(made.codes);
    await onChanged();
  });
  if (codes) return <ShownCodes codes={codes} onClose={onClose} />;
  return (
    <FormDialog
      title={t('new')}
      form={form}
      text={t('newQuestion')}
      submit={t('new')}
      isConfirmation
      onClose={onClose}
    />
  );
}

function Rename({ factor, onClose, onChanged }: Common & { factor: Factor }) {
  const t = useTranslations('factor');
  const form = useForm({
    initial: { name: factor.name },
    validate: (values) => schemaErrors(FactorName, values),
    send: async ({ name }) => {
      if (!(await renameFactor(factor.id, name))) return;
      await onChanged();
      toast(t('renamed'));
      onClose();
    },
  });
  return (
    <FormDialog title={t('rename')} subject={factor.name} form={form} submit={t('rename')} onClose={onClose}>
      <TextField {...form.text('name')} label={t('name')} data-autofocus required withAsterisk={false} />
    </FormDialog>
  );
}

function Remove({ factor, isLast, onClose, onChanged }: Common & { factor: Factor; isLast: boolean }) {
  const t = useTranslations('factor');
  const form = useConfirmation(async () => {
    if (!(await removeFactor(factor.id))) return;
    await onChanged();
    toast(t('removed'));
    onClose();
  });
  const text = isLast ? t('removeLast') : t('removeQuestion', { name: factor.name });
  return (
    <FormDialog
      title={t('remove')}
      subject={factor.name}
      form={form}
      text={text}
      submit={t('remove')}
      isDangerous
      isConfirmation
      onClose={onClose}
    />
  );
}
