import type { Webhook } from '@manoboard/contract/alert/webhook';
import { IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { QueryPanel } from '../../../lib/http/query-states.tsx';
import { lazyComponent } from '../../../lib/page/lazy-component.tsx';
import { PanelLead, PanelList, PanelRow, RowTool } from '../../../lib/page/panel-rows.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { webhooksQuery } from './api.ts';
import { CallResult } from './last-result.tsx';
import { TestButton } from './test-button.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';

const RemoveWebhookDialog = lazyComponent(
  async () => (await import('./webhook-dialog.tsx')).RemoveWebhookDialog,
);
const WebhookLogDialog = lazyComponent(
  async () => (await import('./webhook-log-dialog.tsx')).WebhookLogDialog,
);

type Opened = 'add' | { action: 'change' | 'log' | 'remove'; webhook: Webhook };

interface Props {
  /** The user may manage webhooks of the installation. */
  isManager: boolean;
  isAdding: boolean;
  onAdd: () => void;
  onAdded: () => void;
}

/** The webhooks with their last result; each can be tested, changed and removed, and has a log. */
export function WebhooksPanel({ isManager, isAdding, onAdd, onAdded }: Props) {
  const t = useTranslations('notifications.webhook');
  const query = useQuery(webhooksQuery);
  const [chosen, setChosen] = useState<Exclude<Opened, 'add'>>();
  const opened: Opened | undefined = isAdding ? 'add' : chosen;
  const close = () => {
    setChosen(undefined);
    onAdded();
  };
  const reload = async () => void (await query.refetch());
  return (
    <QueryPanel
      id="webhook-panel"
      title={t('panel')}
      query={query}
      action={<PanelLead text={t('lead')} add={t('add')} onAdd={onAdd} />}
    >
      {(webhooks) => (
        <>
          {webhooks.length === 0 && <Notice title={t('none')} />}
          <PanelList>
            {webhooks.map((webhook) => (
              <WebhookRow
                key={webhook.id}
                webhook={webhook}
                onOpen={(action) => setChosen({ action, webhook })}
              />
            ))}
          </PanelList>
          {opened === 'add' && <WebhookDialog isManager={isManager} onSaved={reload} onClose={close} />}
          {opened && opened !== 'add' && (
            <ChosenDialog {...opened} isManager={isManager} onSaved={reload} onClose={close} />
          )}
        </>
      )}
    </QueryPanel>
  );
}

interface ChosenProps extends Exclude<Opened, 'add'> {
  isManager: boolean;
  onSaved: () => Promise<void>;
  onClose: () => void;
}

function ChosenDialog({ action, webhook, isManager, onSaved, onClose }: ChosenProps) {
  if (action === 'log') return <WebhookLogDialog webhook={webhook} onClose={onClose} />;
  if (action === 'remove')
    return <RemoveWebhookDialog webhook={webhook} onRemoved={onSaved} onClose={onClose} />;
  return <WebhookDialog webhook={webhook} isManager={isManager} onSaved={onSaved} onClose={onClose} />;
}

const ACTIONS = ['log', 'change', 'remove'] as const;

interface RowProps {
  webhook: Webhook;
  onOpen: (action: (typeof ACTIONS)[number]) => void;
}

function WebhookRow({ webhook, onOpen }: RowProps) {
  const t = useTranslations('notifications.webhook');
  const { id, name, url, scope, last_call } = webhook;
  const isFailed = last_call !== null && last_call.failure !== null;
  return (
    <PanelRow
      icon={<IconWebhook size={18} stroke={1.7} />}
      name={name}
      mark={scope === 'installation' ? t('installation') : undefined}
      tools={
        <>
          <TestButton test={{ channel: 'webhook', target: `${id}` }} name={name} isRetry={isFailed} />
          {ACTIONS.map((action) => (
            <RowTool
              key={action}
              label={t('actionOf', { action: t(action), name })}
              text={t(action)}
              onClick={() => onOpen(action)}
            />
          ))}
        </>
      }
    >
      <span>{url}</span>
      <span data-failed={isFailed || undefined}>
        <CallResult call={last_call} />
      </span>
    </PanelRow>
  );
}
