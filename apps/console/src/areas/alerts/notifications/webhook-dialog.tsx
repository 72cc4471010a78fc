import { NewWebhook, type Webhook } from '@manoboard/contract/alert/webhook';
import { IconCopy } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { FormDialog } from '../../../lib/forms/form-dialog.tsx';
import { schemaErrors } from '../../../lib/forms/form-errors.ts';
import { removeOnce, useConfirmation } from '../../../lib/forms/use-confirmation.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { copyText } from '../../../lib/page/copy-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { addWebhook, changeWebhook, removeWebhook } from './api.ts';

type Scope = Webhook['scope'];

interface Props {
  /** Nothing for a new one. */
  webhook?: Webhook;
  isManager: boolean;
  onSaved: () => Promise<void>;
  onClose: () => void;
}

/** Adds or changes a webhook; a new secret is shown once. */
export function WebhookDialog({ webhook, isManager, onSaved, onClose }: Props) {
  const t = useTranslations();
  const [scope, setScope] = useState<Scope>(webhook?.scope ?? 'user');
  const [secret, setSecret] = useState<string>();
  /** For one request: a later one of the form must not renew. */
  const isRenewing = useRef(false);
  const { isSending, problem, text, onSubmit, submit, values } = useForm({
    initial: { name: webhook?.name ?? '', url: webhook?.url ?? '' },
    validate: ({ name, url }) => schemaErrors(NewWebhook, { scope, name, url }),
    async send({ name, url }) {
      const renewal = isRenewing.current && { renew_secret: true as const };
      isRenewing.current = false;
      const saved = webhook
        ? await changeWebhook(webhook.id, { name, url, ...renewal })
        : await addWebhook({ scope, name, url });
      if (!saved) return;
      await onSaved();
      if (saved.secret === null) return onClose();
      setSecret(saved.secret);
    },
    fieldOfCode: { CHANNEL_ADDRESS_REFUSED: 'url' },
  });
  const renew = () => {
    isRenewing.current = true;
    void submit(values);
  };
  const title = t(`notifications.webhook.${webhook ? 'change' : 'add'}`);
  const dialog = { title, closeLabel: t('common.close'), isSending, onClose };
  if (secret !== undefined)
    return (
      <Dialog {...dialog}>
        <Secret secret={secret} onClose={onClose} />
      </Dialog>
    );
  return (
    <Dialog {...dialog} subject={webhook?.name}>
      <Form onSubmit={onSubmit} isSending={isSending}>
        {problem && <FormNotice kind="problem">{problem}</FormNotice>}
        {isManager && !webhook && <ScopeChoice scope={scope} isDisabled={isSending} onChange={setScope} />}
        <TextField {...text('name')} label={t('notifications.webhook.name')} autoComplete="off" />
        <TextField
          {...text('url')}
          label={t('notifications.webhook.url')}
          description={t('notifications.webhook.urlHint')}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
        />
        <DialogButtons>
          {webhook && (
            <Button variant="default" disabled={isSending} onClick={renew}>
              {t('notifications.webhook.renew')}
            </Button>
          )}
          <Button variant="default" disabled={isSending} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" disabled={isSending}>
            {t(isSending ? 'auth.sending' : 'notifications.webhook.save')}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  );
}

interface ScopeProps {
  scope: Scope;
  isDisabled: boolean;
  onChange: (scope: Scope) => void;
}

function ScopeChoice(props: ScopeProps) {
  const t = useTranslations('notifications.webhook');
  const options = (['user', 'installation'] as const).map((value) => ({ value, label: t(value) }));
  return (
    <div className="grid gap-2 [&_small]:text-dim [&_small]:text-sm">
      <Segmented
        label={t('scope')}
        value={props.scope}
        options={options}
        isDisabled={props.isDisabled}
        onChange={props.onChange}
      />
      <small>{t(`scopeHint.${props.scope}`)}</small>
    </div>
  );
}

function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useTranslations('notifications.webhook');
  return (
    <>
      <FormNotice kind="success">{t('secretOnce')}</FormNotice>
      <p className="grid gap-1 text-md my-4">
        <span className="text-dim">{t('secret')}</span>
        <code className="px-3 py-2 border border-line rounded-md bg-inset text-sm wrap-anywhere">
          {secret}
        </code>
      </p>
      <DialogButtons>
        <Button
          variant="default"
          icon={<IconCopy size={16} stroke={1.8} aria-hidden />}
          onClick={() => void copyText(secret, t('copied'))}
        >
          {t('copy')}
        </Button>
        <Button onClick={onClose} data-autofocus>
          {t('done')}
        </Button>
      </DialogButtons>
    </>
  );
}

interface RemoveProps {
  webhook: Webhook;
  onRemoved: () => Promise<void>;
  onClose: () => void;
}

/** A webhook that was removed meanwhile disappears from the list too. */
export function RemoveWebhookDialog({ webhook, onRemoved, onClose }: RemoveProps) {
  const t = useTranslations();
  const form = useConfirmation(async () => {
    await removeOnce(removeWebhook(webhook.id));
    await onRemoved();
    onClose();
  });
  return (
    <FormDialog
      title={t('notifications.webhook.remove')}
      subject={webhook.name}
      form={form}
      text={t('notifications.webhook.removeQuestion', { url: webhook.url })}
      submit={t('notifications.webhook.remove')}
      isDangerous
      isConfirmation
      onClose={onClose}
    />
  );
}
