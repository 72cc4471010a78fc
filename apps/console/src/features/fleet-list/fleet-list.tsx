import { TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { PageHead } from '../../ui/heading.tsx';
import { Loading, Notice } from '../../ui/notice.tsx';
import classes from './fleet-list.module.css';
import { type DeviceLink, FleetTable } from './fleet-table.tsx';
import { useFleet } from './use-fleet.ts';

interface Props {
  title: string;
  DeviceLink: DeviceLink;
}

/** All frequency converters that the user may operate (R7.2). */
export function FleetList({ title, DeviceLink }: Props) {
  const t = useTranslations();
  const [search, setSearch] = useState('');
  const { state, rows, count, onlineCount, retry } = useFleet(search);
  const summary = t('fleet.summary', {
    count,
    online: onlineCount ?? 0,
    isKnown: onlineCount === undefined ? 'no' : 'yes',
  });
  return (
    <>
      <PageHead title={title} text={state === 'ready' && summary}>
        {count > 0 && (
          <TextInput
            className={classes.search}
            type="search"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            placeholder={t('fleet.search')}
            aria-label={t('fleet.search')}
            leftSection={<IconSearch size={18} stroke={1.7} aria-hidden />}
          />
        )}
      </PageHead>
      {state === 'loading' && <Loading text={t('app.loading')} />}
      {state === 'failed' && (
        <Notice
          role="alert"
          title={t('fleet.failed')}
          text={t('app.unreachableHint')}
          action={{ label: t('common.retry'), onClick: retry }}
        />
      )}
      {state === 'ready' && rows.length === 0 && (
        <Notice title={t(count === 0 ? 'fleet.empty' : 'fleet.noMatch')} />
      )}
      {rows.length > 0 && <FleetTable key={search} rows={rows} DeviceLink={DeviceLink} />}
    </>
  );
}
