import type { FleetDevice } from '@manoboard/contract/nouns/fleet';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconArrowUp, IconUserExclamation } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { type DeviceView, type PumpStatus, pumpOf } from '../../device/device-view.ts';
import { FaultText } from '../../device/fault-text.tsx';
import { PumpPill } from '../../device/pump-status.tsx';
import { useDevice } from '../../device/use-device.ts';
import { useClock } from '../../lib/clock.ts';
import { roundAge, useAgeText } from '../../lib/format.ts';
import type { FleetFilters } from './api.ts';
import type { FleetItem, FleetRow } from './fleet-items.ts';
import classes from './fleet-row.module.css';
import type { Column } from './stored-choices.ts';
import { isReceived } from './use-live-rows.ts';
import type { VirtualItems } from './use-virtual-items.ts';

/** A link to the device. The page passes it, since only the page knows the routes. */
export type DeviceLink = ComponentType<{
  deviceId: string;
  children: ReactNode;
  className?: string | undefined;
}>;

/** How current the list is. */
export interface Currency {
  /** Devices with live data. */
  watched: ReadonlySet<string>;
  /** The server does not answer: the list shows what it reported last. */
  isStale: boolean;
}

export interface ListProps {
  items: readonly FleetItem[];
  /** Devices that match the filters, loaded or not. */
  total: number;
  virtual: VirtualItems;
  columns: readonly Column[];
  filters: FleetFilters;
  onChange: (filters: FleetFilters) => void;
  currency: Currency;
  DeviceLink: DeviceLink;
  hasMoreFailed: boolean;
  onMore: () => void;
}

/** A state older than this without live data is stale. */
const MAX_AGE_MS = 60_000;

const liveOf = (view: DeviceView) => ({
  isReceived: isReceived(view),
  status: pumpOf(view).status,
  contact: view.last?.received_at ?? null,
});

/** The live state of a subscribed row, else what the list reported while that is recent. */
export function useRowState(row: FleetRow, { watched, isStale }: Currency) {
  const live = useDevice(row.id_dev, liveOf);
  const isOld = useClock(() => Date.now() - row.readAtMs > MAX_AGE_MS);
  const listed = { status: row.state as PumpStatus, contact: row.last_contact };
  if (isStale) return listed;
  if (watched.has(row.id_dev) && live.isReceived) {
    return { status: live.status, contact: Math.max(live.contact ?? 0, row.last_contact ?? 0) || null };
  }
  return isOld ? { ...listed, status: 'stale' as const } : listed;
}

export function DeviceCell({ row, DeviceLink }: { row: FleetRow; DeviceLink: DeviceLink }) {
  const alias = row.alias?.trim();
  return (
    <span className={classes.two}>
      <DeviceLink deviceId={row.id_dev} className={classes.open}>
        {alias || row.id_dev}
      </DeviceLink>
      <small className="num">{[alias && row.id_dev, row.fc_type].filter(Boolean).join(' · ')}</small>
    </span>
  );
}

/** Why the pump is in this state. It explains only the state that was reported with it. */
function Reason({ row, status }: { row: FleetDevice; status: PumpStatus }) {
  const t = useTranslations();
  if (status !== row.state || !row.reason) return null;
  const { kind, code } = row.reason;
  if (kind === 'fault') {
    return <FaultText fcType={row.fc_type} code={code} fallback={t('pump.faultCode', { code })} />;
  }
  if (kind === 'protection') return t('pump.boardStopped', { what: t(`boardEvent.${code}`) });
  return t(`fleet.link.${code}`);
}

interface StateProps {
  row: FleetRow;
  status: PumpStatus;
}

/** The lock-out tag (R5.10) and the reason of the state. */
export function StateReason({ row, status }: StateProps) {
  const t = useTranslations('lockOut');
  return (
    <span className={classes.reason}>
      {row.locked_out && (
        <b className={classes.lock}>
          <IconUserExclamation size={15} stroke={2} aria-hidden /> {t('mark')}
        </b>
      )}
      <Reason row={row} status={status} />
    </span>
  );
}

export const StateCell = ({ row, status }: StateProps) => (
  <span className={classes.state}>
    <PumpPill status={status} />
    <StateReason row={row} status={status} />
  </span>
);

export const ConverterCell = ({ row }: { row: FleetRow }) => (
  <span className={classes.two}>
    <span className="num">{row.fc_id}</span>
    <small>{row.fc_type}</small>
  </span>
);

export function OwnerCell({ row }: { row: FleetRow }) {
  const t = useTranslations('fleet');
  const { owner } = row;
  const phone = owner?.phone_number;
  const name = owner && (`${owner.name} ${owner.surname}`.trim() || owner.email);
  return (
    <span className={classes.two}>
      <span>{name ?? t('noOwner')}</span>
      {phone && (
        <a className={classes.direct} href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
          {phone}
        </a>
      )}
    </span>
  );
}

/** Opens the map of a phone. */
export const AddressCell = ({ row }: { row: FleetRow }) =>
  row.address && (
    <a
      className={`${classes.direct} ${classes.address}`}
      href={`geo:0,0?q=${encodeURIComponent(row.address)}`}
    >
      {row.address}
    </a>
  );

export function AlertsCell({ row }: { row: FleetRow }) {
  const t = useTranslations('fleet');
  if (row.open_alerts === 0) return null;
  return (
    <span className={classes.alerts} data-severity={row.worst_severity}>
      <IconAlertTriangle size={15} stroke={2} aria-hidden /> {row.open_alerts}
      <span className="vh">{t('openAlerts', { count: row.open_alerts })}</span>
    </span>
  );
}

export function VersionCell({ row }: { row: FleetRow }) {
  const t = useTranslations('fleet');
  return (
    <span className={`${classes.version} num`} data-old={row.is_outdated || undefined}>
      {row.version ?? '–'}
      {row.is_outdated && (
        <>
          <IconArrowUp size={14} stroke={2.2} aria-hidden />
          <span className="vh">{t('outdated')}</span>
        </>
      )}
    </span>
  );
}

/** The age of the last contact; its time while the list is stale, since ages would count an outage of the server. */
export function ContactCell({ contact, isStale }: { contact: number | null; isStale: boolean }) {
  const t = useTranslations('fleet');
  const { dateTime } = useFormatter();
  const ageText = useAgeText();
  const age = useClock((nowS) => (contact === null ? null : roundAge(Math.max(0, nowS - contact))));
  if (contact === null || age === null) return t('never');
  if (!isStale) return ageText(age);
  const isToday = age < 86_400;
  return dateTime(contact * 1000, isToday ? { timeStyle: 'medium' } : { dateStyle: 'short' });
}

/** The last item while there are more pages; they load by themselves until a request fails. */
export function MoreItem({ hasFailed, onRetry }: { hasFailed: boolean; onRetry: () => void }) {
  const t = useTranslations();
  if (!hasFailed) return t('fleet.loadingMore');
  return (
    <>
      {t('fleet.failed')}{' '}
      <Button variant="subtle" size="compact-sm" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </>
  );
}
