import { type ApiToken, type ApiTokenWithSecret, NewApiToken } from '@manoboard/contract/token/token';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { FormDialog } from '../../../lib/forms/form-dialog.tsx';
import { schemaErrors } from '../../../lib/forms/form-errors.ts';
import { removeOnce, useConfirmation } from '../../../lib/forms/use-confirmation.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { Dialog, DialogText } from '../../../ui/dialog.tsx';
import { Select, TextField } from '../../../ui/field.tsx';
import { Credential, Credentials } from '../credentials.tsx';
import { DeviceChecks } from '../device-checks.tsx';
import { addToken, removeToken } from './api.ts';

interface NewProps {
  onSaved: () => Promise<void>;
  onClose: () => void;
}

const LIFETIMES = [30, 90, 180, 365];

/** Adds a token, which is shown once. */
export function NewTokenDialog({ onSaved, onClose }: NewProps) {
  const t = useTranslations();
  const [added, setAdded] = useState<ApiTokenWithSecret>();
  const [days, setDays] = useState(90);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const bodyOf = (name: string): NewApiToken => ({ name, days, switch_devices: [...chosen] });
  const form = useForm({
    initial: { name: '' },
    validate: ({ name }) => schemaErrors(NewApiToken, { ...bodyOf(name), watch_devices: undefined }),
    async send({ name }) {
      const saved = await addToken(bodyOf(name));
      if (!saved) return;
      setAdded(saved);
      await onSaved();
    },
  });
  const title = t('tokens.add');
  if (added)
    return (
      <Dialog title={title} subject={added.name} closeLabel={t('common.close')} onClose={onClose}>
        <Secret token={added} onClose={onClose} />
      </Dialog>
    );
  return (
    <FormDialog title={title} form={form} submit={t('tokens.save')} onClose={onClose}>
      <TextField
        {...form.text('name')}
        label={t('tokens.name')}
        description={t('tokens.nameHint')}
        autoComplete="off"
      />
      <Select
        label={t('tokens.expiry')}
        value={`${days}`}
        options={LIFETIMES.map((value) => ({ value: `${value}`, label: t('tokens.days', { days: value }) }))}
        onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
      />
      <SwitchChoice value={chosen} onChange={setChosen} />
    </FormDialog>
  );
}

interface ChoiceProps {
  value: readonly string[];
  onChange: (value: readonly string[]) => void;
}

/** The devices whose pumps the token may switch. */
function SwitchChoice({ value, onChange }: ChoiceProps) {
  const t = useTranslations('tokens');
  return (
    <fieldset className="grid gap-3 [&_legend]:text-md [&_legend]:font-regular [&_legend]:mb-2">
      <legend>{t('switching')}</legend>
      <DeviceChecks value={value} onChange={onChange} none={t('noDevices')} />
      <DialogText>{t('readsOnly')}</DialogText>
    </fieldset>
  );
}

const HEADER = 'Authorization: Bearer mnb_…';

function Secret({ token: { secret }, onClose }: { token: ApiTokenWithSecret; onClose: () => void }) {
  const t = useTranslations('tokens');
  return (
    <Credentials once={t('once')} done={t('done')} onDone={onClose}>
      <dl className="grid gap-2.5 text-md my-4 [&_dt]:text-dim [&_dd]:grid [&_dd]:gap-2 [&_dd]:items-center [&_dd]:grid-cols-[minmax(0,1fr)_auto] [&_dd]:mt-1 [&_code]:px-3 [&_code]:py-2 [&_code]:border [&_code]:border-line [&_code]:rounded-md [&_code]:bg-inset [&_code]:text-sm [&_code]:wrap-anywhere">
        <Credential label={t('secret')} value={secret} copy={{ label: t('copy'), done: t('copied') }} />
        <Credential label={t('header')} value={HEADER} />
      </dl>
    </Credentials>
  );
}

interface RemoveProps {
  token: ApiToken;
  onSaved: () => Promise<void>;
  onClose: () => void;
}

/** A token that was revoked meanwhile disappears from the list too. */
export function RemoveTokenDialog({ token: { id, name }, onSaved, onClose }: RemoveProps) {
  const t = useTranslations('tokens');
  const form = useConfirmation(async () => {
    await removeOnce(removeToken(id));
    await onSaved();
    onClose();
  });
  return (
    <FormDialog
      title={t('removeTitle')}
      subject={name}
      form={form}
      text={t('question')}
      submit={t('remove')}
      isDangerous
      isConfirmation
      onClose={onClose}
    />
  );
}
