import type { NewAlertSettings } from '@manoboard/contract/alert/alert-settings';
import type { RuleKind } from '@manoboard/contract/alert/kinds';
import type { PumpValues } from '@manoboard/contract/device/pump-card';
import { newRuleState, type RuleState } from '@manoboard/domain/alerts/rules/evaluate';
import type { RuleInput } from '@manoboard/domain/alerts/rules/inputs';
import { createFrameInputs } from '@manoboard/domain/alerts/rules/replay';
import type { AlertSettings } from '@manoboard/domain/alerts/rules/settings';
import { reconcile } from '@manoboard/domain/alerts/rules/stored-state';
import { type ConverterFaults, factsOf } from '@manoboard/domain/fc/faults';
import type { Frame } from '@manoboard/domain/history/frame';
import { DEFAULT_ZONE } from '@manoboard/domain/time-zone';
import type { Board } from '../../../link/link.ts';
import type { StoredRules } from './rule-state.repo.ts';

type Device = Pick<Board, 'deviceKey' | 'deviceId'>;

/** A frame as it was stored; `isLate` if it was measured well before it arrived. */
export interface StoredFrameInput {
  kind: 'stored_frame';
  frame: Frame;
  /** Undefined: it is not known whether the clock of the board stamped it. */
  hasClock: boolean | undefined;
  isLate: boolean;
}
export type Input = RuleInput | StoredFrameInput;

/** While the database is away inputs wait; the oldest are dropped beyond this many. */
const MOST_WAITING = 1000;

/** The rules of one device in memory: a cache of its row, and the inputs that wait. */
export interface DeviceEntry extends Device {
  state: RuleState;
  /** Version of the row in `alert_rule_state` (optimistic lock). */
  version: number;
  settings: NewAlertSettings | null;
  /** Time zone of the device. */
  zone: string;
  /** The pump card in force. */
  card: PumpValues;
  /** The faults of its converter; unknown ones are faults of the drive. Null until the board names the converter. */
  faults: ConverterFaults | null | undefined;
  /** Made of the fields above and of the pressures in force; undefined after a change. */
  inForce: AlertSettings | undefined;
  toFrame: ReturnType<typeof createFrameInputs>;
  /** Time of the newest frame that `toFrame` has seen. */
  newestMs: number;
  waiting: Input[];
  /** Loading or storing; inputs wait meanwhile. */
  isBusy: boolean;
  isLoaded: boolean;
  /** Changes of what is loaded, beside the state: its settings, zone, pump card, converter, configuration. */
  changes: number;
  /** Those that had come when the last load began: a change during a load is loaded again. */
  loadedChanges: number;
  /** Kinds that a lock-out tag or an update mutes, as of this time. */
  muted: { kinds: readonly RuleKind[]; atMs: number };
}

export const newEntry = ({ deviceKey, deviceId }: Device): DeviceEntry => ({
  deviceKey,
  deviceId,
  state: newRuleState(),
  version: 0,
  settings: null,
  zone: DEFAULT_ZONE,
  card: {},
  faults: null,
  inForce: undefined,
  toFrame: createFrameInputs(),
  newestMs: 0,
  waiting: [],
  isBusy: false,
  isLoaded: false,
  changes: 0,
  loadedChanges: 0,
  muted: { kinds: [], atMs: 0 },
});

/** Rules of a device as they are stored, with the pump card in force. */
export interface LoadedRules extends StoredRules {
  card: PumpValues;
  /** The board has not answered the newest configuration. */
  isConfigPending: boolean;
}

export function applyStored(entry: DeviceEntry, stored: LoadedRules): void {
  entry.state = reconcile(stored.state ?? newRuleState(), stored.held, stored.events);
  entry.version = stored.version;
  applySettings(entry, stored);
  entry.isLoaded = true;
}

/** Applies the settings made by people. */
export function applySettings(
  entry: DeviceEntry,
  { settings, zone, card, fcType, facts }: LoadedRules,
): void {
  entry.settings = settings;
  entry.card = card;
  entry.faults = fcType === null ? null : factsOf({ fcType, facts })?.faults;
  entry.zone = zone ?? DEFAULT_ZONE;
  entry.inForce = undefined;
}

/**
 * Puts what the rules do not know yet about the configuration before the next inputs: also after a load, before which the
 * event may have been lost. An answer of an earlier load that still waits is out of date.
 */
export function addConfigNews(entry: DeviceEntry, { isConfigPending }: LoadedRules, atMs: number): void {
  entry.waiting = entry.waiting.filter(({ kind }) => kind !== 'config');
  const isKnown = isConfigPending === (entry.state.memory.configPendingSinceMs !== null);
  if (!isKnown) entry.waiting.unshift({ kind: 'config', atMs, isApplied: !isConfigPending });
}

/** The first input is being stored while the entry is busy, and is removed when that ends: the next one is dropped. */
export function enqueue(entry: DeviceEntry, input: Input): void {
  entry.waiting.push(input);
  if (entry.waiting.length > MOST_WAITING) entry.waiting.splice(Number(entry.isBusy), 1);
}
