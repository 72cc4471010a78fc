import type { LockOut } from '@manoboard/contract/command/lock-out';
import { hasReachedPressure } from '@manoboard/domain/pump/attention';
import { IconAlertTriangle, IconArrowUp, IconUserExclamation } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { deviceHref } from '../../../device/device-href.ts';
import { type DeviceView, type PumpStatus, pumpOf } from '../../../device/device-view.ts';
import { FaultText } from '../../../device/fault-text.tsx';
import { useActiveLockOut, useLockOutText } from '../../../device/lock-out.ts';
import { PumpPill } from '../../../device/pump-status.tsx';
import { useLastingAlert } from '../../../device/stop-reason.tsx';
import { useDevice } from '../../../device/use-device.ts';
import { useQuantity } from '../../../device/use-quantity.ts';
import { paths } from '../../../lib/page/paths.ts';
import { roundAge, useAgeText } from '../../../lib/texts/format.ts';
import { useClock } from '../../../lib/time/clock.ts';
import type { DayPressure, FleetRow } from './api.ts';
import type { RowProps } from './fleet-list.ts';
import { isReceived } from './use-live-rows.ts';

/** A state older than this without live data is stale. */
const MAX_AGE_MS = 60_000;

interface RowState {
  status: PumpStatus;
  contact: number | null;
}

const liveOf = (view: DeviceView) => ({
  isReceived: isReceived(view),
  status: pumpOf(view).status,
  contact: view.last?.received_at ?? null,
});

/** The live state of a subscribed row, else what the list reported while that is recent. */
export function useRowState({ id, row, isLive, isStale }: RowProps): RowState | undefined {
  const live = useDevice(id, liveOf);
  const isOld = useClock(() => Date.now() - (row?.readAtMs ?? 0) > MAX_AGE_MS);
  if (!row) return undefined;
  const listed = { status: row.state, contact: row.last_contact };
  if (isStale) return listed;
  if (isLive && live.isReceived) {
    return { status: live.status, contact: Math.max(live.contact ?? 0, row.last_contact ?? 0) || null };
  }
  return isOld ? { ...listed, status: 'stale' } : listed;
}

/** The link is there before the row is loaded, so that the focus stays on it. */
/** A plain link: a link of the router subscribes to its state, which takes longer than the rest of a row. */
function PlainDeviceLink({ deviceId, children }: { deviceId: string; children: ReactNode }) {
  const navigate = useNavigate();
  const open = (event: MouseEvent) => {
    const isForNewTab = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (isForNewTab || event.button !== 0) return;
    event.preventDefault();
    void navigate({ to: paths.overview, search: { device: deviceId } });
  };
  return (
    <a
      href={deviceHref(deviceId)}
      className="text-ink font-semibold after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-3 focus-visible:after:rounded-md"
      onClick={open}
    >
      {children}
    </a>
  );
}

export function DeviceCell({ id, row }: Pick<RowProps, 'id' | 'row'>) {
  const alias = row?.alias?.trim();
  return (
    <span className="grid min-w-0 leading-tight *:truncate *:min-w-0 [&_small]:text-dim [&_small]:text-xs">
      <PlainDeviceLink deviceId={id}>{alias || id}</PlainDeviceLink>
      <small className="tabular-nums tracking-tight">
        {[alias && id, row?.fc_type].filter(Boolean).join(' · ')}
      </small>
    </span>
  );
}

/** In place of the facts of a row that is loading or has left the list. */
export function NoFacts({ row }: { row: null | undefined }) {
  const t = useTranslations();
  return (
    <span
      className={
        row === null
          ? 'text-dim text-sm'
          : 'inline-block overflow-hidden rounded-sm bg-line w-36 h-3 text-transparent'
      }
    >
      {t(row === null ? 'fleet.gone' : 'app.loading')}
    </span>
  );
}

interface StateProps {
  row: FleetRow;
  day: DayPressure | undefined;
  status: PumpStatus;
}

/** The cause that was reported with this state, else the alert that lasts, else what the values say. */
function Reason({ row, day, status }: StateProps) {
  const t = useTranslations();
  const lastingAlert = useLastingAlert();
  const live = useLiveReason(row, day, status);
  if (status !== row.state || !row.reason) return lastingAlert(row.alert, status) ?? live;
  const { kind, code } = row.reason;
  if (kind === 'fault') {
    return (
      <FaultText
        converter={{ fcType: row.fc_type, facts: row.facts }}
        code={code}
        fallback={t('pump.faultCode', { code })}
      />
    );
  }
  if (kind === 'protection') return t('pump.boardStopped', { what: t(`boardEvent.${code}`) });
  return t(`fleet.link.${code}`);
}

/** R5.3: the working point of a running pump, why one waits, who switched one off, since when one is away. */
function useLiveReason(row: FleetRow, day: DayPressure | undefined, status: PumpStatus) {
  const t = useTranslations('fleet.why');
  const { dateTime } = useFormatter();
  const ageText = useAgeText();
  const frequency = useQuantity(row.id_dev, 'frequency_fc');
  const power = useQuantity(row.id_dev, 'motor_power');
  const pressure = useDevice(row.id_dev, ({ last }) => last?.data.pressure);
  const awayS = useClock((nowS) =>
    row.last_contact === null ? null : roundAge(Math.max(0, nowS - row.last_contact)),
  );
  if (status === 'running')
    return [frequency, power]
      .flatMap((shown) => (shown.text === null ? [] : `${shown.text}\u00a0${shown.unit}`))
      .join(' · ');
  if (status === 'waiting') {
    const isReached = hasReachedPressure(pressure, day?.required);
    return t(isReached ? 'reached' : isReached === false ? 'below' : 'waiting');
  }
  if (status === 'offline') return awayS === null ? t('never') : t('away', { age: ageText(awayS) });
  if (status === 'stopped' && status === row.state) {
    if (!row.switched_off) return t('off');
    const { by, at } = row.switched_off;
    const atMs = at * 1000;
    const isToday = new Date(atMs).toDateString() === new Date().toDateString();
    const time = dateTime(atMs, isToday ? { timeStyle: 'short' } : { day: 'numeric', month: 'numeric' });
    return t('offBy', { name: shortName(by), time });
  }
  return status === 'no_power' ? t('noPower') : null;
}

/** "O. Majerová" of "Olívia Majerová". */
const shortName = (name: string) => name.replace(/^(.)\S* /u, '$1. ');

/** R5.10: author, reason and end of the lock-out tag; they may be cut off, so the title repeats them. */
function LockOutLine({ tag }: { tag: LockOut }) {
  const t = useTranslations('lockOut');
  const lockOutText = useLockOutText();
  const active = useActiveLockOut(tag);
  if (!active) return null;
  const text = lockOutText(active);
  return (
    <span className="text-wait-ink" title={text}>
      <IconUserExclamation className="align-[-0.15rem]" size={15} stroke={2} aria-hidden />{' '}
      <b className="font-semibold sm:max-lg:sr-only">{t('mark')}</b> {text}{' '}
    </span>
  );
}

/** The lock-out tag and the reason of the state. */
export const StateReason = (props: StateProps) => (
  <span className="line-clamp-2 text-sm text-dim leading-tight">
    {props.row.lock_out && <LockOutLine tag={props.row.lock_out} />}
    <Reason {...props} />
  </span>
);

export const StateCell = (props: StateProps) => (
  <span className="grid items-center gap-2.5 justify-items-start grid-cols-[minmax(6.9rem,max-content)_minmax(0,1fr)]">
    <PumpPill status={props.status} />
    <StateReason {...props} />
  </span>
);

export const ConverterCell = ({ row }: { row: FleetRow }) => (
  <span className="grid min-w-0 leading-tight *:truncate *:min-w-0 [&_small]:text-dim [&_small]:text-xs">
    <span className="tabular-nums tracking-tight">{row.fc_id}</span>
    <small>{row.fc_type}</small>
  </span>
);

export function OwnerCell({ row }: { row: FleetRow }) {
  const t = useTranslations('fleet');
  const { owner } = row;
  const phone = owner?.phone_number;
  const name = owner && (`${owner.name} ${owner.surname}`.trim() || owner.email);
  return (
    <span className="grid min-w-0 leading-tight *:truncate *:min-w-0 [&_small]:text-dim [&_small]:text-xs">
      <span>{name ?? t('noOwner')}</span>
      {phone && (
        <a
          className="relative text-dim text-xs z-1 justify-self-start pointer-coarse:py-2 pointer-coarse:-my-2 hover:underline"
          href={`tel:${phone.replace(/[^\d+]/g, '')}`}
        >
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
      className="line-clamp-2 relative text-dim z-1 justify-self-start text-sm leading-tight pointer-coarse:py-2 pointer-coarse:-my-2 hover:underline"
      href={`geo:0,0?q=${encodeURIComponent(row.address)}`}
    >
      {row.address}
    </a>
  );

export function AlertsCell({ row }: { row: FleetRow }) {
  const t = useTranslations('fleet');
  if (row.open_alerts === 0) return null;
  return (
    <span
      className="inline-flex items-center gap-1 font-semibold text-dim flex-none data-[severity=warning]:text-wait-ink data-[severity=alarm]:text-stop-ink"
      data-severity={row.worst_severity}
    >
      <IconAlertTriangle size={15} stroke={2} aria-hidden /> {row.open_alerts}
      <span className="sr-only">{t('openAlerts', { count: row.open_alerts })}</span>
    </span>
  );
}

export function VersionCell({ row }: { row: FleetRow }) {
  const t = useTranslations('fleet');
  return (
    <span
      className="tabular-nums tracking-tight inline-flex items-center gap-0.5 data-old:text-wait-ink data-old:font-semibold"
      data-old={row.is_outdated || undefined}
    >
      {row.version ?? '–'}
      {row.is_outdated && (
        <>
          <IconArrowUp size={14} stroke={2.2} aria-hidden />
          <span className="sr-only">{t('outdated')}</span>
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
