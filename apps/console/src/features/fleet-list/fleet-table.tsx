import { Button } from '@mantine/core';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { LockOutMark } from '../../device/lock-out-mark.tsx';
import { PumpPill } from '../../device/pump-status.tsx';
import { StopReason } from '../../device/stop-reason.tsx';
import classes from './fleet-list.module.css';
import type { FleetRow } from './use-fleet.ts';

/** A link to the device. The page passes it, since only the page knows the routes. */
export type DeviceLink = ComponentType<{ deviceId: string; children: ReactNode }>;

/** Limits the rendered rows: thousands of them would slow down every keystroke of the search. */
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
            <th scope="col">{t('device')}</th>
            <th scope="col" className={classes.wide}>
              {t('fcId')}
            </th>
            <th scope="col" className={classes.wide}>
              {t('owner')}
            </th>
            <th scope="col">{t('state')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, limit).map((row) => (
            <Row key={row.owner_dev_id} row={row} DeviceLink={DeviceLink} />
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

function Row({ row, DeviceLink }: { row: FleetRow; DeviceLink: DeviceLink }) {
  const t = useTranslations();
  const alias = row.alias?.trim();
  const firmware = row.version && t('device.firmware', { version: row.version });
  return (
    <tr>
      <td>
        <DeviceLink deviceId={row.owner_dev_id}>{alias || row.owner_dev_id}</DeviceLink>
        <span className={classes.facts}>
          {[alias && row.owner_dev_id, firmware].filter(Boolean).join(' · ')}
        </span>
      </td>
      <td className={classes.wide}>
        <span className="num">{row.id}</span>
        <span className={classes.facts}>{row.fc_type}</span>
      </td>
      <td className={classes.wide}>{row.owner ?? t('fleet.noOwner')}</td>
      <td>
        <PumpPill status={row.status} /> <LockOutMark tag={row.lock_out} />
        <StopReason status={row.status} fcType={row.fc_type} fault={row.fault} stoppedBy={row.stopped_by} />
      </td>
    </tr>
  );
}
