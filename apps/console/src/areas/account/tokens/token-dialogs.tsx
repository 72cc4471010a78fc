import { type ApiToken, type ApiTokenWithSecret, NewApiToken } from '@manoboard/contract/token/token';
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { devicesQuery } from '../../../device/queries.ts';
import { FormDialog } from '../../../lib/forms/form-dialog.tsx';
import { schemaErrors } from '../../../lib/forms/form-errors.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { HttpProblem } from '../../../lib/http/http-problem.ts';
import { QueryStates } from '../../../lib/http/query-states.tsx';
import { toast } from '../../../lib/page/toast.ts';
import { Dialog, DialogButtons, dialogTextClass } from '../../../ui/dialog.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import classes from '../integrations/integrations.module.css';
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
    validate: ({ name }) => schemaErrors(NewApiToken, bodyOf(name)),
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
      <TextInput
        {...form.text('name')}
        label={t('tokens.name')}
        description={t('tokens.nameHint')}
        autoComplete="off"
      />
      <NativeSelect
        label={t('tokens.expiry')}
        value={`${days}`}
        data={LIFETIMES.map((value) => ({ value: `${value}`, label: t('tokens.days', { days: value }) }))}
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

/** The devices whose pumps the token may switch. Devices that the user reaches only by a role are not among them. */
function SwitchChoice({ value, onChange }: ChoiceProps) {
  const t = useTranslations('tokens');
  const query = useQuery(devicesQuery);
  const toggle = (id: string, isChosen: boolean) =>
    onChange(isChosen ? [...value, id] : value.filter((chosen) => chosen !== id));
  return (
    <fieldset className={classes.choice}>
      <legend>{t('switching')}</legend>
      <QueryStates query={query} empty={<p className={dialogTextClass}>{t('noDevices')}</p>}>
        {(devices) => (
          <div className={classes.devices}>
            {devices.map(({ id_dev, alias }) => (
              <Checkbox
                key={id_dev}
                label={alias ?? id_dev}
                description={alias === null ? undefined : id_dev}
                checked={value.includes(id_dev)}
                onChange={({ currentTarget }) => toggle(id_dev, currentTarget.checked)}
              />
            ))}
          </div>
        )}
      </QueryStates>
      <p className={dialogTextClass}>{t('readsOnly')}</p>
    </fieldset>
  );
}

const HEADER = 'Authorization: Bearer mnb_…';

function Secret({ token: { secret }, onClose }: { token: ApiTokenWithSecret; onClose: () => void }) {
  const t = useTranslations('tokens');
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    void toast(t('copied'));
  };
  return (
    <>
      <FormNotice kind="success">{t('once')}</FormNotice>
      <dl className={classes.credentials}>
        <div>
          <dt>{t('secret')}</dt>
          <dd>
            <code>{secret}</code>
            <button type="button" className={classes.copy} aria-label={t('copy')} onClick={() => void copy()}>
              <IconCopy size={17} stroke={1.8} aria-hidden />
            </button>
          </dd>
        </div>
        <div>
          <dt>{t('header')}</dt>
          <dd>
            <code>{HEADER}</code>
          </dd>
        </div>
      </dl>
      <DialogButtons>
        <Button onClick={onClose} data-autofocus>
          {t('done')}
        </Button>
      </DialogButtons>
    </>
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
  const form = useForm({
    initial: {},
    validate: () => ({}),
    async send() {
      await removeToken(id).catch((error: unknown) => {
        if (!(error instanceof HttpProblem) || error.code !== 'CHANNEL_NOT_FOUND') throw error;
      });
      await onSaved();
      onClose();
    },
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
