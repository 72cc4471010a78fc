import type { ApiToken } from '@manoboard/contract/token/token';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { QueryPanel } from '../../../lib/http/query-states.tsx';
import { PanelLead, PanelList, PanelRow, RowTool } from '../../../lib/page/panel-rows.tsx';
import { useClock } from '../../../lib/time/clock.ts';
import { Notice } from '../../../ui/notice.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { useAgeOfUse } from '../use-age-of-use.ts';
import { tokensQuery } from './api.ts';
import { NewTokenDialog, RemoveTokenDialog } from './token-dialogs.tsx';
import { WallDialog } from './wall-dialog.tsx';

/** API tokens of scripts: each can be added and revoked. */
export function TokensCard() {
  const t = useTranslations('tokens');
  const problem = useTranslations('problem');
  const query = useQuery(tokensQuery);
  const refusal = query.data?.refusal ?? null;
  const [opened, setOpened] = useState<'add' | 'wall' | ApiToken>();
  const close = () => setOpened(undefined);
  const reload = async () => void (await query.refetch());
  return (
    <QueryPanel
      id="tokens-title"
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
      {({ tokens }) => (
        <>
          {tokens.length === 0 && <Notice title={t('none')} />}
          <PanelList>
            {tokens.map((token) => (
              <TokenRow key={token.id} token={token} onRemove={() => setOpened(token)} />
            ))}
          </PanelList>
          {refusal === null && <TextButton onClick={() => setOpened('wall')}>{t('wall.title')}</TextButton>}
          {opened === 'wall' && <WallDialog onSaved={reload} onClose={close} />}
          {opened === 'add' && <NewTokenDialog onSaved={reload} onClose={close} />}
          {typeof opened === 'object' && (
            <RemoveTokenDialog token={opened} onSaved={reload} onClose={close} />
          )}
        </>
      )}
    </QueryPanel>
  );
}

function TokenRow({ token, onRemove }: { token: ApiToken; onRemove: () => void }) {
  const t = useTranslations('tokens');
  const { dateTime } = useFormatter();
  const { name, switch_devices, watch_devices, expires_at, last_used_at, last_network } = token;
  const age = useAgeOfUse(last_used_at);
  const isExpired = useClock((nowS) => nowS >= expires_at);
  const date = dateTime(new Date(expires_at * 1000), { dateStyle: 'medium' });
  const count = switch_devices.length;
  return (
    <PanelRow
      icon={<IconKey size={18} stroke={1.7} />}
      name={name}
      mark={
        watch_devices
          ? t('wall.watches', { count: watch_devices.length })
          : count > 0
            ? t('switches', { count })
            : t('reads')
      }
      tools={<RowTool label={t('removeOf', { name })} text={t('remove')} onClick={onRemove} />}
    >
      <span>{t(isExpired ? 'expired' : 'expires', { date })}</span>
      <span>{last_used_at === null ? t('never') : t('used', { age, network: last_network ?? '' })}</span>
    </PanelRow>
  );
}
