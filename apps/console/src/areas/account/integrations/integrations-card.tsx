import type { Integration } from '@manoboard/contract/integration/integration';
import { Button } from '@mantine/core';
import { IconPlugConnected, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { QueryPanel } from '../../../lib/http/query-states.tsx';
import { lazyComponent } from '../../../lib/page/lazy-component.tsx';
import { roundAge, useAgeText } from '../../../lib/texts/format.ts';
import { useClock } from '../../../lib/time/clock.ts';
import { Notice } from '../../../ui/notice.tsx';
import list from '../../../ui/panel-list.module.css';
import tool from '../../../ui/tool-button.module.css';
import { integrationsQuery } from './api.ts';
import type { IntegrationAction } from './integration-dialogs.tsx';
import classes from './integrations.module.css';

const NewIntegrationDialog = lazyComponent(
  async () => (await import('./integration-dialogs.tsx')).NewIntegrationDialog,
);
const IntegrationActionDialog = lazyComponent(
  async () => (await import('./integration-dialogs.tsx')).IntegrationActionDialog,
);
const IntegrationDevicesDialog = lazyComponent(
  async () => (await import('./device-choice.tsx')).IntegrationDevicesDialog,
);

/** The server stores the last use with this accuracy. */
const ACCURACY_S = 120;

const REASON_ID = 'integrations-refusal';

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
        <>
          <div className={list.lead}>
            <p>{t('lead')}</p>
            <Button
              size="sm"
              variant="default"
              leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
              disabled={refusal !== null}
              aria-describedby={refusal ? REASON_ID : undefined}
              onClick={() => setOpened('add')}
            >
              {t('add')}
            </Button>
          </div>
          {refusal && (
            <p id={REASON_ID} className={classes.refusal}>
              {problem(refusal)}
            </p>
          )}
        </>
      }
    >
      {({ broker_url, integrations }) => (
        <>
          {integrations.length === 0 && <Notice title={t('none')} />}
          <ul className={list.list}>
            {integrations.map((integration) => (
              <IntegrationRow
                key={integration.id}
                integration={integration}
                onOpen={(action) => setOpened({ action, integration })}
              />
            ))}
          </ul>
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
  const actions = [can_switch ? 'forbid' : 'allow', 'devices', 'remove'] as const;
  return (
    <li className={list.row}>
      <span className={list.icon} aria-hidden>
        <IconPlugConnected size={18} stroke={1.7} />
      </span>
      <span className={list.words}>
        <strong>
          {name}
          <small className={list.mark}>{t(can_switch ? 'switches' : 'reads')}</small>
        </strong>
        <span>
          {username}
          {devices && ` · ${t('chosen', { count: devices.length })}`}
        </span>
        <span>{last_used_at === null ? t('never') : <LastUse atS={last_used_at} />}</span>
      </span>
      <span className={list.tools}>
        {actions.map((action) => (
          <button
            key={action}
            type="button"
            className={tool.button}
            aria-label={t('actionOf', { action: t(action), name })}
            onClick={() => onOpen(action)}
          >
            {t(action)}
          </button>
        ))}
      </span>
    </li>
  );
}

function LastUse({ atS }: { atS: number }) {
  const t = useTranslations('integrations');
  const ageText = useAgeText();
  const ageS = useClock((nowS) => {
    const age = nowS - atS;
    return age < ACCURACY_S ? 0 : roundAge(age);
  });
  return t('used', { age: ageText(ageS, 'moment') });
}
