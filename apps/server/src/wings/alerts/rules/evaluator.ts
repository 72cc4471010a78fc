import type { MuteCause, RuleKind } from '@manoboard/contract/alert/kinds';
import type { PumpValues } from '@manoboard/contract/device/pump-card';
import { evaluate, type LiveResult, type RuleState, remember } from '@manoboard/domain/alerts/rules/evaluate';
import type { RuleInput } from '@manoboard/domain/alerts/rules/inputs';
import { isMuted, severityUnder } from '@manoboard/domain/alerts/rules/mute';
import { GAP_MS } from '@manoboard/domain/alerts/rules/observe';
import { createFrameInputs } from '@manoboard/domain/alerts/rules/replay';
import type { AlertSettings } from '@manoboard/domain/alerts/rules/settings';
import { withoutHolds } from '@manoboard/domain/alerts/rules/stored-state';
import { REACH_MS } from '@manoboard/domain/history/blocks';
import type { Core } from '../../../core.ts';
import { batchCalls, createBatchQueue, QueueStoppedError, settleAll } from '../../../db/batch-calls.ts';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import type { Outbox } from '../../../outbox/outbox.ts';
import type { AlertLife } from '../life/alert-life.service.ts';
import {
  addConfigNews,
  applySettings,
  applyStored,
  type DeviceEntry,
  enqueue,
  type Input,
  type LoadedRules,
  newEntry,
  type StoredFrameInput,
} from './device-entry.ts';
import { listRules, saveStates } from './rule-state.repo.ts';

export interface EvaluatorNeeds extends Pick<Core, 'db' | 'quietWarn' | 'now'> {
  outbox: Pick<Outbox, 'transaction'>;
  life: Pick<AlertLife, 'raise' | 'clear'>;
  /** What is done to the device on purpose now. */
  mutesOf: (tx: Db, deviceKey: DeviceKey) => Promise<MuteCause[]>;
  /** Pressures of the configuration that the board has applied, if it has any; null if that is unknown. */
  pressureOf: (deviceId: string) => AlertSettings['pressure'];
  /** The pump cards in force, in the order of the devices. */
  cardsOf: (of: Db, deviceKeys: readonly DeviceKey[]) => Promise<PumpValues[]>;
  /** Whether the boards have not answered their newest configurations, in the order of the devices. */
  arePending: (of: Db, deviceKeys: readonly DeviceKey[]) => Promise<boolean[]>;
  /** Stored frames of a device, measured at this time or later, sorted. */
  listFramesSince: (deviceKey: DeviceKey, fromMs: number) => Promise<StoredFrameInput[]>;
}

interface Change {
  entry: DeviceEntry;
  result: LiveResult;
}

/** Another server has stored a newer state of the device. */
class LostRaceError extends Error {
  override name = 'LostRaceError';
}

const RETRY_MS = 2000;
/** Boards that connect together after a start wait for their rules, so that their own statements come first. */
const LOADING = { maxBatch: 500, gapMs: 250 };
/**
 * Alerts of many devices at once are stored by two connections, a hundred at a time: 10,000 transactions would keep all
 * connections of reports busy for minutes. A device has one change at a time, which bounds the queue and keeps its order.
 */
const STORING = { maxBatch: 100, lanes: 2 };
/** Oldest stored frames that are evaluated after a crash. */
const CATCH_UP_MS = 30 * 60_000;
/** Re-check mutes of a kind at most once in this time. */
const MUTED_MS = 60_000;

/** Made once for many frames: a new object for each took 0.5 kB of the 8.5 kB that a frame allocates. */
function settingsOf(entry: DeviceEntry, pressure: AlertSettings['pressure']): AlertSettings {
  if (entry.inForce && entry.inForce.pressure === pressure) return entry.inForce;
  const { settings, zone, card, faults } = entry;
  entry.inForce = {
    ...(settings && { thresholds: settings.thresholds as NonNullable<AlertSettings['thresholds']> }),
    ...(settings && settings.off.length > 0 && { off: settings.off }),
    ...(pressure !== undefined && { pressure }),
    zone,
    card,
    ...(faults !== undefined && { faults }),
  };
  return entry.inForce;
}

/** Stores states and alerts of several devices in one transaction. */
function createStore({ db, outbox, now, life, mutesOf }: EvaluatorNeeds) {
  /** Muted kinds hold nothing: they raise when the cause is over and the condition lasts. */
  async function muteState(tx: Db, { entry: { deviceKey }, result: { state, held } }: Change) {
    const causes = held.length > 0 ? await mutesOf(tx, deviceKey) : [];
    const muted = held.filter(({ kind }) => isMuted(kind, causes)).map(({ kind }) => kind);
    return { next: muted.length > 0 ? withoutHolds(state, muted) : state, muted, causes };
  }

  async function storeAlerts(
    tx: Db,
    { entry: { deviceKey }, result: { held, released } }: Change,
    { muted, causes }: { muted: readonly RuleKind[]; causes: readonly MuteCause[] },
  ) {
    for (const alert of released) await life.clear(tx, deviceKey, alert);
    for (const alert of held) {
      const severity = severityUnder(alert.kind, alert.severity, causes);
      if (!muted.includes(alert.kind)) await life.raise(tx, deviceKey, { ...alert, severity });
    }
  }

  /** Each step of all devices is one statement (`mergeCalls`). */
  async function storeChanges(changes: readonly Change[]): Promise<(undefined | LostRaceError)[]> {
    const stored = await outbox.transaction(
      db,
      async (tx) => {
        const rows = await Promise.all(
          changes.map(async (change) => {
            const { deviceKey, version } = change.entry;
            return { change, deviceKey, version, ...(await muteState(tx, change)) };
          }),
        );
        const states = rows.map(({ deviceKey, version, next: state }) => ({ deviceKey, version, state }));
        const keys = await saveStates(tx, states, new Date(now()));
        const won = rows.filter(({ deviceKey }) => keys.has(deviceKey));
        await settleAll(won.map(({ change, ...state }) => storeAlerts(tx, change, state)));
        return won;
      },
      (won) => {
        for (const { change, version, next, muted } of won) {
          Object.assign(change.entry, { state: next, version: version + 1 });
          change.entry.muted = { kinds: muted, atMs: now() };
        }
      },
    );
    const won = new Set(stored.map(({ change }) => change));
    return changes.map((change) => (won.has(change) ? undefined : new LostRaceError()));
  }

  return createBatchQueue({
    ...STORING,
    run: storeChanges,
    isUrgent: ({ result }: Change) => result.held.some(({ severity }) => severity === 'alarm'),
  });
}

/** Loads a device and evaluates its inputs one by one. */
function createSteps(needs: EvaluatorNeeds, onChanged: (entry: DeviceEntry) => void) {
  const { db, now, pressureOf, cardsOf, arePending, listFramesSince } = needs;
  const load = batchCalls(async (deviceKeys: readonly DeviceKey[]): Promise<LoadedRules[]> => {
    const [rules, cards, pending] = await Promise.all([
      listRules(db, deviceKeys),
      cardsOf(db, deviceKeys),
      arePending(db, deviceKeys),
    ]);
    return rules.map((each, at) => ({
      ...each,
      card: cards[at] ?? {},
      isConfigPending: pending[at] ?? false,
    }));
  }, LOADING);
  const storing = createStore(needs);

  /** Evaluates one input. A promise if it has to be stored. */
  function evaluateInput(entry: DeviceEntry, input: RuleInput): Promise<void> | undefined {
    const result = evaluate(entry.state, input, settingsOf(entry, pressureOf(entry.deviceId)));
    const { held, released } = result;
    const { kinds, atMs } = entry.muted;
    const isStillMuted = held.every(({ kind }) => kinds.includes(kind)) && now() - atMs < MUTED_MS;
    if (released.length > 0 || (held.length > 0 && !isStillMuted)) return storing.add({ entry, result });
    keep(entry, held.length > 0 ? withoutHolds(result.state, kinds) : result.state);
    return undefined;
  }

  function keep(entry: DeviceEntry, state: RuleState): void {
    if (state === entry.state) return;
    entry.state = state;
    onChanged(entry);
  }

  function step(entry: DeviceEntry, next: Input): Promise<'done'> | undefined {
    if (next.kind !== 'stored_frame') return afterStep(entry, next, evaluateInput(entry, next));
    // Boards send old frames again between new ones: their values are not the newest, and rules pass over them.
    if (next.frame.tsMs < entry.newestMs) return undefined;
    entry.newestMs = next.frame.tsMs;
    const input = entry.toFrame(next.frame, next.hasClock);
    if (!next.isLate) return afterStep(entry, input, evaluateInput(entry, input));
    keep(entry, remember(entry.state, input, settingsOf(entry, pressureOf(entry.deviceId))));
    return undefined;
  }

  /** A lost race is evaluated again with the newer state; a board that sends frames to another server is not offline. */
  function afterStep(entry: DeviceEntry, input: RuleInput, stored: Promise<void> | undefined) {
    return stored?.then(
      () => 'done' as const,
      async (err) => {
        if (!(err instanceof LostRaceError)) throw err;
        applyStored(entry, await load(entry.deviceKey));
        const isOffline = input.kind === 'tick' && input.isOnline === false;
        const isElsewhere = (entry.state.memory.frameMs ?? 0) > input.atMs - GAP_MS;
        if (!(isOffline && isElsewhere)) await evaluateInput(entry, input);
        return 'done' as const;
      },
    );
  }

  /** The stored state, and the frames that were stored after it. */
  async function loadEntry(entry: DeviceEntry): Promise<'loaded'> {
    const { changes } = entry;
    const stored = await load(entry.deviceKey);
    applyStored(entry, stored);
    entry.loadedChanges = changes;
    // The frames since the stored state are read again.
    Object.assign(entry, { toFrame: createFrameInputs(), newestMs: 0 });
    const { frameMs } = entry.state.memory;
    const isRecent = frameMs !== null && now() - frameMs < CATCH_UP_MS;
    const frames = isRecent ? await listFramesSince(entry.deviceKey, frameMs - REACH_MS) : [];
    addConfigNews(entry, stored, now());
    entry.waiting.unshift(...frames);
    return 'loaded';
  }

  /** Reads what people, its board and its converter have changed; the state in memory stays. */
  async function reload(entry: DeviceEntry): Promise<'loaded'> {
    const { changes } = entry;
    const stored = await load(entry.deviceKey);
    applySettings(entry, stored);
    entry.loadedChanges = changes;
    addConfigNews(entry, stored, now());
    return 'loaded';
  }

  /** What comes before the next input. */
  function prepare(entry: DeviceEntry): Promise<'loaded'> | undefined {
    if (!entry.isLoaded) return entry.waiting.length > 0 ? loadEntry(entry) : undefined;
    return entry.changes === entry.loadedChanges ? undefined : reload(entry);
  }

  return {
    step,
    prepare,
    shed: storing.shed,
  };
}

/**
 * Evaluates the inputs of each device in their order. Most inputs change the state in memory only, at once; one that
 * raises or clears stores alert and state in one transaction, with those of other devices, and later inputs of the device
 * wait for it. `onChanged` receives devices whose state is not stored yet.
 */
export function createEvaluator(needs: EvaluatorNeeds, onChanged: (entry: DeviceEntry) => void) {
  const { quietWarn } = needs;
  const { step, prepare, shed } = createSteps(needs, onChanged);
  const entries = new Map<DeviceKey, DeviceEntry>();
  const running = new Set<Promise<void>>();
  let isStopped = false;

  /** An error keeps the input, which is tried again. */
  function follow(entry: DeviceEntry, pending: Promise<'done' | 'loaded'>): void {
    entry.isBusy = true;
    const ended = pending
      .then(
        (what) => {
          if (what === 'done') entry.waiting.shift();
          return 0;
        },
        (err) => {
          if (!(err instanceof QueueStoppedError))
            quietWarn('alert-rules', { err, board: entry.deviceId }, 'alert rules could not be stored');
          return RETRY_MS;
        },
      )
      .then((waitMs) => {
        running.delete(ended);
        entry.isBusy = false;
        if (waitMs === 0) drain(entry);
        else setTimeout(() => drain(entry), waitMs).unref();
      });
    running.add(ended);
  }

  /** In the turn of the caller, as long as nothing has to be loaded or stored. */
  function drain(entry: DeviceEntry): void {
    // Its board has moved to another server, or to a newer entry, during a load.
    if (entries.get(entry.deviceKey) !== entry) return;
    while (!entry.isBusy && !isStopped) {
      const preparing = prepare(entry);
      const [next] = entry.waiting;
      const pending = preparing ?? (next && step(entry, next));
      if (pending) follow(entry, pending);
      else if (next === undefined) return;
      else entry.waiting.shift();
    }
  }

  return {
    entryOf(device: Pick<DeviceEntry, 'deviceKey' | 'deviceId'>): DeviceEntry {
      const known = entries.get(device.deviceKey);
      if (known) return known;
      const entry = newEntry(device);
      entries.set(device.deviceKey, entry);
      return entry;
    },
    receive(entry: DeviceEntry, input: Input): void {
      enqueue(entry, input);
      drain(entry);
    },
    /** What is loaded of the device has changed: inputs from now on are judged by it, also while a load is running. */
    noteChange(entry: DeviceEntry): void {
      entry.changes += 1;
      drain(entry);
    },
    drain,
    find: (deviceKey: DeviceKey) => entries.get(deviceKey),
    /** Inputs that wait are dropped: they are stored, and the new owner reads them. */
    forget(deviceKey: DeviceKey): DeviceEntry | undefined {
      const entry = entries.get(deviceKey);
      entries.delete(deviceKey);
      if (entry) entry.waiting = [];
      return entry;
    },
    list: () => entries.values(),
    /**
     * Ends when the inputs that wait are evaluated, or cannot be stored. In a storm most alerts are left to the next
     * start, which evaluates the stored frames.
     */
    async stop() {
      shed();
      while (running.size > 0) await Promise.all(running);
      isStopped = true;
    },
  };
}
