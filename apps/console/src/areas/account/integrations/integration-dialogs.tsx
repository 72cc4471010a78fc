import {
  type Integration,
  type IntegrationWithPassword,
  NewIntegration,
} from '@manoboard/contract/integration/integration';
import { Button, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { FormDialog } from '../../../lib/forms/form-dialog.tsx';
import { schemaErrors } from '../../../lib/forms/form-errors.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { HttpProblem } from '../../../lib/http/http-problem.ts';
import { toast } from '../../../lib/page/toast.ts';
import { Dialog, DialogButtons, dialogTextClass } from '../../../ui/dialog.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { addIntegration, changeIntegration, removeIntegration } from './api.ts';
import { type ChosenDevices, DeviceChoice } from './device-choice.tsx';
import classes from './integrations.module.css';

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
        <Credentials login={added} brokerUrl={brokerUrl} onClose={onClose} />
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
      <TextInput
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

interface CredentialsProps {
  login: IntegrationWithPassword;
  brokerUrl: string | null;
  onClose: () => void;
}

function Credentials({ login: { username, password }, brokerUrl, onClose }: CredentialsProps) {
  const t = useTranslations('integrations');
  const url = brokerUrl !== null && URL.canParse(brokerUrl) ? new URL(brokerUrl) : null;
  const port = url && (url.port || (DEFAULT_PORTS[url.protocol] ?? ''));
  return (
    <>
      <FormNotice kind="success">{t('once')}</FormNotice>
      <p className={`${dialogTextClass} ${classes.steps}`}>{t('steps')}</p>
      <dl className={classes.credentials}>
        {url && port !== null && (
          <>
            <Credential label={t('broker')} value={url.hostname} />
            <Credential
              label={t('port')}
              value={port}
              shown={url.protocol === 'mqtts:' ? t('tls', { port }) : port}
            />
          </>
        )}
        <Credential label={t('username')} value={username} />
        <Credential label={t('password')} value={password} />
        <Credential label={t('prefix')} value={username} />
      </dl>
      {!url && <p className={dialogTextClass}>{t('noBroker')}</p>}
      <DialogButtons>
        <Button onClick={onClose} data-autofocus>
          {t('done')}
        </Button>
      </DialogButtons>
    </>
  );
}

function Credential({ label, value, shown = value }: { label: string; value: string; shown?: string }) {
  const t = useTranslations('integrations');
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    void toast(t('copied'));
  };
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <code>{shown}</code>
        <button
          type="button"
          className={classes.copy}
          aria-label={t('actionOf', { action: t('copy'), name: label })}
          onClick={() => void copy()}
        >
          <IconCopy size={17} stroke={1.8} aria-hidden />
        </button>
      </dd>
    </div>
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
  const form = useForm({
    initial: {},
    validate: () => ({}),
    async send() {
      const sending =
        action === 'remove'
          ? removeIntegration(id)
          : changeIntegration(id, { can_switch: action === 'allow' });
      await sending.catch((error: unknown) => {
        if (action !== 'remove' || !(error instanceof HttpProblem) || error.code !== 'CHANNEL_NOT_FOUND')
          throw error;
      });
      await onSaved();
      onClose();
    },
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
