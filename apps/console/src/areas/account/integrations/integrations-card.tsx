import type { Integration } from '@manoboard/contract/integration/integration';
import { IconPlugConnected } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { QueryPanel } from '../../../lib/http/query-states.tsx';
import { PanelLead, PanelList, PanelRow, RowTool } from '../../../lib/page/panel-rows.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useAgeOfUse } from '../use-age-of-use.ts';
import { integrationsQuery } from './api.ts';
import { IntegrationDevicesDialog } from './device-choice.tsx';
import type { IntegrationAction } from './integration-dialogs.tsx';
import { IntegrationActionDialog, NewIntegrationDialog } from './integration-dialogs.tsx';

type Action = IntegrationAction | 'devices';
type Opened = 'add' | { action: Action; integration: Integration };

/** Logins of other programs on the broker: each can be added, revoked, and allowed to switch pumps. */
export function IntegrationsCard() {
  const t = useTranslations('integrations');
  const problem = useTranslations('problem');
  const query = useQuery(integrationsQuery);
  const refusal = query.data?.refusal ?? null;
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const reload = async () => void (await query.refetch());
  return (
    <QueryPanel
      id="integrations-title"
      title={t('title')}
      query={query}
      action={
        <PanelLead
          text={t('lead')}
          add={t('add')}
          refusal={refusal && problem(refusal)}
          onAdd={() => setOpened('add')}
        />
      }
    >
      {({ broker_url, integrations }) => (
        <>
          {integrations.length === 0 && <Notice title={t('none')} />}
          <PanelList>
            {integrations.map((integration) => (
              <IntegrationRow
                key={integration.id}
                integration={integration}
                onOpen={(action) => setOpened({ action, integration })}
              />
            ))}
          </PanelList>
          {opened === 'add' && (
            <NewIntegrationDialog brokerUrl={broker_url} onSaved={reload} onClose={close} />
          )}
          {opened && opened !== 'add' && <OpenedDialog {...opened} onSaved={reload} onClose={close} />}
        </>
      )}
    </QueryPanel>
  );
}

interface OpenedProps {
  action: Action;
  integration: Integration;
  onSaved: () => Promise<void>;
  onClose: () => void;
}

const OpenedDialog = ({ action, ...dialog }: OpenedProps) =>
  action === 'devices' ? (
    <IntegrationDevicesDialog {...dialog} />
  ) : (
    <IntegrationActionDialog action={action} {...dialog} />
  );

interface RowProps {
  integration: Integration;
  onOpen: (action: Action) => void;
}

function IntegrationRow({ integration, onOpen }: RowProps) {
  const t = useTranslations('integrations');
  const { name, username, can_switch, devices, last_used_at } = integration;
  const age = useAgeOfUse(last_used_at);
  const actions = [can_switch ? 'forbid' : 'allow', 'devices', 'remove'] as const;
  return (
    <PanelRow
      icon={<IconPlugConnected size={18} stroke={1.7} />}
      name={name}
      mark={t(can_switch ? 'switches' : 'reads')}
      tools={actions.map((action) => (
        <RowTool
          key={action}
          label={t('actionOf', { action: t(action), name })}
          text={t(action)}
          onClick={() => onOpen(action)}
        />
      ))}
    >
      <span>
        {username}
        {devices && ` · ${t('chosen', { count: devices.length })}`}
      </span>
      <span>{last_used_at === null ? t('never') : t('used', { age })}</span>
    </PanelRow>
  );
}
