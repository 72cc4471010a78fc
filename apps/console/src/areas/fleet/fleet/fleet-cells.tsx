import type { LockOut } from '@manoboard/contract/command/lock-out';
import type { LastData } from '@manoboard/contract/device/device';
import type { WaterState, WaterTone } from '@manoboard/contract/device/water';
import { distanceKm, pinOf } from '@manoboard/domain/pump/place';
import { waterState } from '@manoboard/domain/pump/water-state';
import { IconAlertTriangle, IconArrowUp, IconUserExclamation } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { deviceHref } from '../../../device/device-href.ts';
import { type DeviceView, type PumpStatus, pumpOf } from '../../../device/device-view.ts';
import { FaultText } from '../../../device/fault-text.tsx';
import { useActiveLockOut, useLockOutText } from '../../../device/lock-out.ts';
import { MapLink } from '../../../device/map-link.tsx';
import { useDistanceText } from '../../../device/place.ts';
import { useDevice } from '../../../device/use-device.ts';
import { useWaterText, WaterDot } from '../../../device/water.tsx';
import { paths } from '../../../lib/page/paths.ts';
import { usePosition } from '../../../lib/page/use-position.ts';
import { roundAge, useAgeText } from '../../../lib/texts/format.ts';
import { useClock } from '../../../lib/time/clock.ts';
import type { FleetRow } from './api.ts';
import type { DeviceRow } from './fleet-rows.ts';
import { isReceived } from './use-live-rows.ts';

/** A state older than this without live data is stale. */
const MAX_AGE_MS = 60_000;

interface RowState {
  status: PumpStatus;
  contact: number | null;
  last: LastData | undefined;
}

const liveOf = (view: DeviceView) => ({
  isReceived: isReceived(view),
  status: pumpOf(view).status,
  contact: view.last?.received_at ?? null,
  last: view.last,
});

/** The live state of a subscribed row, else what the list reported while that is recent. */
function useRowState({ id, row, isLive, isStale }: DeviceRow): RowState | undefined {
  const live = useDevice(id, liveOf);
  const isOld = useClock(() => Date.now() - (row?.readAtMs ?? 0) > MAX_AGE_MS);
  if (!row) return undefined;
  const listed = { status: row.state, contact: row.last_contact, last: undefined };
  if (isStale) return listed;
  if (isLive && live.isReceived) {
    const contact = Math.max(live.contact ?? 0, row.last_contact ?? 0) || null;
    return { status: live.status, contact, last: live.last };
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

/** The dot of the water, the name, and in small letters what identifies the pump. */
export function DeviceCell(device: DeviceRow) {
  const { id, row } = device;
  const state = useRowState(device);
  const alias = row?.alias?.trim();
  const nowS = useClock((seconds) => seconds - (seconds % 10));
  const group = row?.labels?.find(({ kind }) => kind === 'group')?.name;
  return (
    <span className="grid grid-cols-[0.75rem_minmax(0,1fr)] gap-x-2.5 *:first:mt-1">
      {state && row ? <WaterDot tone={waterOf(row, state, nowS).tone} /> : <span />}
      <span className="grid min-w-0 leading-tight *:truncate *:min-w-0 [&_small]:text-dim [&_small]:text-xs">
        <PlainDeviceLink deviceId={id}>{alias || id}</PlainDeviceLink>
        <small className="tabular-nums tracking-tight">
          {[alias && id, row?.fc_type, row?.system?.name, group].filter(Boolean).join(' · ')}
        </small>
      </span>
    </span>
  );
}

/** In place of the facts of a row that is loading or has left the list. */
function NoFacts({ row }: { row: null | undefined }) {
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

/** The water of a row that is live or was read now; what the live values do not tell is as the list reported it. */
function waterOf(row: FleetRow, { status, last }: RowState, nowS: number): WaterState {
  if (row.water && status === row.state) return row.water;
  if (status === 'stale' || !last) return { kind: 'unknown', tone: 'unknown', reason: 'silent' };
  const { alert: title, worst_severity: severity, lock_out: tag } = row;
  return waterState({
    last,
    look: status,
    nowS,
    tag,
    ...(title && { alert: { title, severity: severity ?? 'warning' } }),
  });
}

/** Why it is so: the name of a fault, who switched it off, since when it is away; else the reason in a few words. */
function Reason({ row, water, status }: { row: FleetRow; water: WaterState; status: PumpStatus }) {
  const t = useTranslations();
  const { dateTime } = useFormatter();
  const ageText = useAgeText();
  const shortOf = useWaterText();
  const awayS = useClock((nowS) =>
    row.last_contact === null ? null : roundAge(Math.max(0, nowS - row.last_contact)),
  );
  if (status === row.state && row.reason?.kind === 'fault') {
    const { code } = row.reason;
    const converter = { fcType: row.fc_type, facts: row.facts };
    return <FaultText converter={converter} code={code} fallback={t('pump.faultCode', { code })} />;
  }
  const { reason, by, since } = water;
  if (reason === 'offline' && awayS !== null) return t('fleet.why.away', { age: ageText(awayS) });
  if (reason === 'switched_off' && by && since !== undefined) {
    const isToday = new Date(since * 1000).toDateString() === new Date().toDateString();
    const time = dateTime(
      since * 1000,
      isToday ? { timeStyle: 'short' } : { day: 'numeric', month: 'numeric' },
    );
    return `${shortName(by)}, ${time}`;
  }
  return shortOf(water).short;
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

const HEADLINES: Record<WaterTone, string> = {
  water: 'text-run-ink',
  off: 'text-dim',
  unknown: 'text-dim',
  look: 'text-wait-ink',
  act: 'text-stop-ink',
};

/** R9.1: the first words of the water in its colour, and why. */
export function WaterCell(device: DeviceRow) {
  const { row } = device;
  const state = useRowState(device);
  const textOf = useWaterText();
  const nowS = useClock((seconds) => seconds - (seconds % 10));
  if (!row || !state) return <NoFacts row={row ? undefined : row} />;
  const water = waterOf(row, state, nowS);
  return (
    <span className="grid leading-tight" data-status={state.status}>
      <b className={`font-semibold ${HEADLINES[water.tone]}`}>{textOf(water).headline}</b>
      <span className="line-clamp-2 text-sm text-dim">
        {row.lock_out ? (
          <LockOutLine tag={row.lock_out} />
        ) : (
          <Reason row={row} water={water} status={state.status} />
        )}
      </span>
    </span>
  );
}

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

/** Opens the map. */
export function AddressCell({ row }: { row: FleetRow }) {
  const distanceText = useDistanceText();
  const { position } = usePosition();
  const pin = pinOf(row.place);
  if (!row.address) return null;
  return (
    <MapLink
      className="line-clamp-2 relative text-dim z-1 justify-self-start text-sm leading-tight pointer-coarse:py-2 pointer-coarse:-my-2 hover:underline"
      place={{ lat: null, lon: null, ...row.place, address: row.address }}
    >
      {position && pin && <b className="font-semibold">{distanceText(distanceKm(position, pin))} · </b>}
      {row.address}
    </MapLink>
  );
}

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

/** Who has the job. */
export const AssigneeCell = ({ name }: { name: string }) => (
  <span className="flex items-center gap-2 min-w-0" title={name}>
    <span
      className="grid size-6.5 flex-none place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-ink"
      aria-hidden
    >
      {initialsOf(name)}
    </span>
    <span className="truncate">{name.split(' ')[0]}</span>
  </span>
);

const initialsOf = (name: string) =>
  name
    .split(' ')
    .map(([letter = '']) => letter)
    .slice(0, 2)
    .join('');

export const LabelsCell = ({ row: { labels = [] } }: { row: FleetRow }) =>
  labels.length > 0 && (
    <span className="flex flex-wrap gap-1">
      {labels.map(({ id, kind, name }) => (
        <span
          key={id}
          className={`max-w-full truncate rounded-lg border border-line-strong px-1.5 text-xs text-dim ${kind === 'group' ? 'font-semibold' : ''}`}
        >
          {name}
        </span>
      ))}
    </span>
  );

/** The age of the last contact; its time while the list is stale, since ages would count an outage of the server. */
export function ContactCell(device: DeviceRow) {
  const { isStale } = device;
  const contact = useRowState(device)?.contact ?? null;
  const t = useTranslations('fleet');
  const { dateTime } = useFormatter();
  const ageText = useAgeText();
  const age = useClock((nowS) => (contact === null ? null : roundAge(Math.max(0, nowS - contact))));
  if (contact === null || age === null) return t('never');
  if (!isStale) return ageText(age);
  const isToday = age < 86_400;
  return dateTime(contact * 1000, isToday ? { timeStyle: 'medium' } : { dateStyle: 'short' });
}
