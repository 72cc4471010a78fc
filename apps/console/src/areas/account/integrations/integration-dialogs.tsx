import {
  type Integration,
  type IntegrationWithPassword,
  NewIntegration,
} from '@manoboard/contract/integration/integration';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { FormDialog } from '../../../lib/forms/form-dialog.tsx';
import { schemaErrors } from '../../../lib/forms/form-errors.ts';
import { removeOnce, useConfirmation } from '../../../lib/forms/use-confirmation.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { Dialog, DialogText } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Credential, Credentials } from '../credentials.tsx';
import { addIntegration, changeIntegration, removeIntegration } from './api.ts';
import { type ChosenDevices, DeviceChoice } from './device-choice.tsx';

interface NewProps {
  brokerUrl: string | null;
  onSaved: () => Promise<void>;
  onClose: () => void;
}

/** Adds a login; what the other program needs, with the password, is shown once. */
export function NewIntegrationDialog({ brokerUrl, onSaved, onClose }: NewProps) {
  const t = useTranslations();
  const [added, setAdded] = useState<IntegrationWithPassword>();
  const [devices, setDevices] = useState<ChosenDevices>(null);
  const form = useForm({
    initial: { name: 'Home Assistant' },
    validate: (values) => schemaErrors(NewIntegration, values),
    async send({ name }) {
      const saved = await addIntegration({ name, devices: devices && [...devices] });
      if (!saved) return;
      setAdded(saved);
      await onSaved();
    },
  });
  const title = t('integrations.add');
  if (added)
    return (
      <Dialog title={title} subject={added.name} closeLabel={t('common.close')} onClose={onClose}>
        <Login login={added} brokerUrl={brokerUrl} onClose={onClose} />
      </Dialog>
    );
  return (
    <FormDialog
      title={title}
      form={form}
      submit={t('integrations.save')}
      isDisabled={devices?.length === 0}
      onClose={onClose}
    >
      <TextField
        {...form.text('name')}
        label={t('integrations.name')}
        description={t('integrations.nameHint')}
        autoComplete="off"
      />
      <DeviceChoice value={devices} onChange={setDevices} />
    </FormDialog>
  );
}

const DEFAULT_PORTS: Record<string, string> = { 'mqtt:': '1883', 'mqtts:': '8883' };

interface LoginProps {
  login: IntegrationWithPassword;
  brokerUrl: string | null;
  onClose: () => void;
}

function Login({ login: { username, password }, brokerUrl, onClose }: LoginProps) {
  const t = useTranslations('integrations');
  const url = brokerUrl !== null && URL.canParse(brokerUrl) ? new URL(brokerUrl) : null;
  const port = url && (url.port || (DEFAULT_PORTS[url.protocol] ?? ''));
  const row = (label: string, value: string, shown = value) => {
    const copy = { label: t('actionOf', { action: t('copy'), name: label }), done: t('copied') };
    return <Credential label={label} value={value} shown={shown} copy={copy} />;
  };
  return (
    <Credentials once={t('once')} done={t('done')} onDone={onClose}>
      <DialogText className="mt-3.5">{t('steps')}</DialogText>
      <dl className="grid gap-2.5 text-md my-4 [&_dt]:text-dim [&_dd]:grid [&_dd]:gap-2 [&_dd]:items-center [&_dd]:grid-cols-[minmax(0,1fr)_auto] [&_dd]:mt-1 [&_code]:px-3 [&_code]:py-2 [&_code]:border [&_code]:border-line [&_code]:rounded-md [&_code]:bg-inset [&_code]:text-sm [&_code]:wrap-anywhere">
        {url && row(t('broker'), url.hostname)}
        {url && port !== null && row(t('port'), port, url.protocol === 'mqtts:' ? t('tls', { port }) : port)}
        {row(t('username'), username)}
        {row(t('password'), password)}
        {row(t('prefix'), username)}
      </dl>
      {!url && <DialogText>{t('noBroker')}</DialogText>}
    </Credentials>
  );
}

export type IntegrationAction = 'allow' | 'forbid' | 'remove';

interface ActionProps {
  action: IntegrationAction;
  integration: Integration;
  onSaved: () => Promise<void>;
  onClose: () => void;
}

/** A login that was revoked meanwhile disappears from the list too. */
export function IntegrationActionDialog({ action, integration, onSaved, onClose }: ActionProps) {
  const t = useTranslations();
  const { id, name } = integration;
  const form = useConfirmation(async () => {
    if (action === 'remove') await removeOnce(removeIntegration(id));
    else await changeIntegration(id, { can_switch: action === 'allow' });
    await onSaved();
    onClose();
  });
  return (
    <FormDialog
      title={t(`integrations.${action}`)}
      subject={name}
      form={form}
      text={t(`integrations.question.${action}`)}
      submit={t(`integrations.${action}`)}
      isDangerous={action === 'remove'}
      isConfirmation
      onClose={onClose}
    />
  );
}
