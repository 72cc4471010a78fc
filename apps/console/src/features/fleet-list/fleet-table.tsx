import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { LockOutMark } from '../../lib/lock-out-notes.tsx';
import { OnlineState } from '../../lib/online-state.tsx';
import type { DeviceLink } from './device-link.ts';
import classes from './fleet-list.module.css';
import type { FleetRow } from './use-fleet.ts';

/** Thousands of rows would make every keystroke of the search slow. */
const PAGE_ROWS = 100;

export function FleetTable({ rows, DeviceLink }: { rows: FleetRow[]; DeviceLink: DeviceLink }) {
  const t = useTranslations('fleet');
  const [limit, setLimit] = useState(PAGE_ROWS);
  const hidden = rows.length - limit;
  return (
    <div className={classes.card}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('fcId')}</th>
            <th scope="col" className={classes.type}>
              {t('fcType')}
            </th>
            <th scope="col">{t('boardId')}</th>
            <th scope="col">{t('state')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, limit).map((row) => (
            <tr key={row.id}>
              <td className="num">{row.id}</td>
              <td className={classes.type}>{row.fc_type}</td>
              <td className="num">
                <DeviceLink deviceId={row.owner_dev_id}>{row.owner_dev_id}</DeviceLink>
              </td>
              <td>
                <OnlineState isOnline={row.isOnline} /> <LockOutMark tag={row.lock_out} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {hidden > 0 && (
        <Button variant="subtle" fullWidth onClick={() => setLimit(limit + PAGE_ROWS)}>
          {t('more', { count: hidden })}
        </Button>
      )}
    </div>
  );
}
