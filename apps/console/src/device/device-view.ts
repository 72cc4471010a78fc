import type { CommandOp, CommandValue } from '@manoboard/contract/command/command';
import type { PumpLook as KnownStatus, LastData } from '@manoboard/contract/device/device';
import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import { isFinal } from '@manoboard/domain/commands/command-expiry';
import { type PumpState, pumpState, pumpStateFields } from '@manoboard/domain/pump/pump';
import { pumpLook as knownPumpStatus } from '@manoboard/domain/pump/pump-look';
import {
  ageS,
  evaluationTimeS,
  type Freshness,
  freshness,
  freshnessAt,
  type ServerContact,
} from '@manoboard/domain/telemetry/freshness';
import { fieldTime } from '@manoboard/domain/telemetry/last-data';
import { roundAge } from '../lib/texts/format.ts';
import type { PendingCommand, PendingCommands } from './commands/pending-commands.ts';
import { type LinkState, POLL_INTERVAL_MS } from './live/live-link.ts';
import type { LiveDevice } from './live/live-store.ts';

/** All live facts about one device at one moment. The functions below derive what a page shows; none of them requests. */
export interface DeviceView extends LiveDevice {
  /** Unix seconds of the server's clock. */
  readonly nowS: number;
  readonly link: LinkState;
  readonly serverContact: ServerContact;
  /** Commands sent from this page that are not settled. */
  readonly pending: PendingCommands;
}

/** While the page only polls, a frame arrives up to one poll interval late. Freshness allows for that, ages do not. */
const dataNowS = ({ link, nowS }: DeviceView) => nowS - (link === 'polling' ? POLL_INTERVAL_MS / 1000 : 0);

/** R4.5: the time against which silence of a board is measured; an outage of the server does not count. */
export const evaluationTimeOf = (view: DeviceView) =>
  evaluationTimeS(view.last, view.serverContact, dataNowS(view));

/** A value always comes with its age. */
export type ReadingView =
  | { freshness: 'never'; value: null; ageS: null }
  | { freshness: Exclude<Freshness, 'never'>; value: number; ageS: number };

const NEVER: ReadingView = { freshness: 'never', value: null, ageS: null };

/** R4.5: nothing is known about a device while the server does not answer; its values are those of before. */
const isHeard = ({ link, isOnline = false }: DeviceView) => isOnline && link !== 'down';

/** One field of a device. Values are not live until the server has reported whether the device is online. */
export function readingOf(view: DeviceView, field: ReadingField): ReadingView {
  const { last, nowS } = view;
  const value = last?.data[field];
  if (!last || value == null) return NEVER;
  const state = freshness(last, field, isHeard(view), dataNowS(view));
  return state === 'never'
    ? NEVER
    : { freshness: state, value, ageS: roundAge(ageS(last, field, nowS) ?? 0) };
}

/**
 * Freshness of a value that the page requests by itself every `everyMs`, measured at `timeS`. It may be that much older
 * than the value known to the server.
 */
export function freshnessOf(
  { last, isOnline = false, nowS }: DeviceView,
  field: ReadingField,
  timeS: number | null,
  everyMs: number,
): Freshness {
  if (!last) return timeS === null ? 'never' : 'stale';
  return freshnessAt(last, field, timeS, isOnline, nowS - everyMs / 1000);
}

/** The state of the pump while it is current, else the reason why it is not. */
export type PumpStatus = KnownStatus | 'connecting';

export function pumpStatus({ last, isOnline, isStored }: LiveDevice, nowS: number): PumpStatus {
  if (isOnline !== undefined) return knownPumpStatus(last, isOnline, nowS);
  return isStored ? 'stale' : 'connecting';
}

function measuredAt(last: LastData): number | null {
  const times = pumpStateFields(last.data).flatMap((field) => fieldTime(last, field) ?? []);
  return times.length === 0 ? null : Math.min(...times);
}

export interface Pump {
  status: PumpStatus;
  /** The last known state, however old. */
  state: PumpState;
  /** Age of that state, rounded as it is displayed; `null` when it was never reported. */
  ageS: number | null;
}

/** States that become `stale` while the server does not answer. */
const CURRENT: readonly PumpStatus[] = ['running', 'waiting', 'stopped', 'fault'];

export function pumpOf(view: DeviceView): Pump {
  const { last, nowS } = view;
  const at = last ? measuredAt(last) : null;
  const status = pumpStatus(view, dataNowS(view));
  return {
    status: view.link === 'down' && CURRENT.includes(status) ? 'stale' : status,
    state: last ? pumpState(last.data) : 'unknown',
    ageS: at === null ? null : roundAge(Math.max(0, nowS - at)),
  };
}

/** A command without a known end stops counting as open this long after its expiry. */
const GRACE_S = 5;

const NOT_PENDING = { isSending: false, isAwaiting: false, isConfirmed: false } as const;

export interface CommandView extends Omit<PendingCommand, 'value'> {
  /** The value of the command under way, sent from here or by another user; `undefined` while there is none. */
  requested: CommandValue | undefined;
}

/** The command sent from this page, else the open one that the server reports, which survives a reload. */
export function commandOf({ pending, commands, nowS }: DeviceView, op: CommandOp): CommandView {
  const { value, ...state } = pending[op] ?? { ...NOT_PENDING, value: undefined };
  if (state.isAwaiting) return { ...state, requested: value };
  const command = commands?.[op];
  const isOpen = command !== undefined && !isFinal(command.status) && nowS < command.expires_at + GRACE_S;
  return { ...state, isAwaiting: isOpen, requested: isOpen ? command.value : undefined };
}
