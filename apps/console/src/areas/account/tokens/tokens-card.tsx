import type { ApiToken } from '@manoboard/contract/token/token';
import { Button } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { QueryPanel } from '../../../lib/http/query-states.tsx';
import { lazyComponent } from '../../../lib/page/lazy-component.tsx';
import { roundAge, useAgeText } from '../../../lib/texts/format.ts';
import { useClock } from '../../../lib/time/clock.ts';
import { Notice } from '../../../ui/notice.tsx';
import list from '../../../ui/panel-list.module.css';
import tool from '../../../ui/tool-button.module.css';
import classes from '../integrations/integrations.module.css';
import { tokensQuery } from './api.ts';

const NewTokenDialog = lazyComponent(async () => (await import('./token-dialogs.tsx')).NewTokenDialog);
const RemoveTokenDialog = lazyComponent(async () => (await import('./token-dialogs.tsx')).RemoveTokenDialog);

/** The server stores the last use with this accuracy. */
const ACCURACY_S = 120;

const REASON_ID = 'tokens-refusal';

/** API tokens of scripts: each can be added and revoked. */
export function TokensCard() {
  const t = useTranslations('tokens');
  const problem = useTranslations('problem');
  const query = useQuery(tokensQuery);
  const refusal = query.data?.refusal ?? null;
  const [opened, setOpened] = useState<'add' | ApiToken>();
  const close = () => setOpened(undefined);
  const reload = async () => void (await query.refetch());
  return (
    <QueryPanel
      id="tokens-title"
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
      {({ tokens }) => (
        <>
          {tokens.length === 0 && <Notice title={t('none')} />}
          <ul className={list.list}>
            {tokens.map((token) => (
              <TokenRow key={token.id} token={token} onRemove={() => setOpened(token)} />
            ))}
          </ul>
          {opened === 'add' && <NewTokenDialog onSaved={reload} onClose={close} />}
          {opened && opened !== 'add' && (
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
  const { name, switch_devices, expires_at } = token;
  const isExpired = useClock((nowS) => nowS >= expires_at);
  const date = dateTime(new Date(expires_at * 1000), { dateStyle: 'medium' });
  const count = switch_devices.length;
  return (
    <li className={list.row}>
      <span className={list.icon} aria-hidden>
        <IconKey size={18} stroke={1.7} />
      </span>
      <span className={list.words}>
        <strong>
          {name}
          <small className={list.mark}>{count > 0 ? t('switches', { count }) : t('reads')}</small>
        </strong>
        <span>{t(isExpired ? 'expired' : 'expires', { date })}</span>
        <LastUse token={token} />
      </span>
      <span className={list.tools}>
        <button type="button" className={tool.button} aria-label={t('removeOf', { name })} onClick={onRemove}>
          {t('remove')}
        </button>
      </span>
    </li>
  );
}

function LastUse({ token: { last_used_at, last_network } }: { token: ApiToken }) {
  const t = useTranslations('tokens');
  const ageText = useAgeText();
  const ageS = useClock((nowS) => {
    const age = nowS - (last_used_at ?? nowS);
    return age < ACCURACY_S ? 0 : roundAge(age);
  });
  if (last_used_at === null) return <span>{t('never')}</span>;
  return <span>{t('used', { age: ageText(ageS, 'moment'), network: last_network ?? '' })}</span>;
}
