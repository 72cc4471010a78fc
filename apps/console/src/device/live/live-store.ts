import type { Command, CommandOp } from '@manoboard/contract/command/command';
import type { LastData } from '@manoboard/contract/device/device';
import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import { isFinal } from '@manoboard/domain/commands/command-expiry';
import { keepRecent } from './trace.ts';

/** Live data of one device; a missing field is unknown, which is neither offline nor 0. */
export interface LiveDevice {
  readonly last?: LastData;
  /** Frames of the last minutes, oldest first. */
  readonly recent?: readonly LastData[];
  readonly isOnline?: boolean | undefined;
  /** The values are of an earlier visit. */
  readonly isStored?: boolean;
  /** The newest command of each kind that the stream reported. */
  readonly commands?: Readonly<Partial<Record<CommandOp, Command>>>;
}

/** A position in the sequence of writes. The answer to a request from before a write may be older than that write. */
export type Mark = number;
/** A write of the stream, whose events arrive in order. */
const IN_ORDER: Mark = Number.POSITIVE_INFINITY;

const NOTHING: LiveDevice = {};
const STAMP_UNKNOWN = Number.NEGATIVE_INFINITY;

/** Negative when `a` was measured, or else received, before `b`. */
function compareStamps(a: LastData, b: LastData) {
  return (
    (a.ts ?? STAMP_UNKNOWN) - (b.ts ?? STAMP_UNKNOWN) ||
    (a.received_at ?? STAMP_UNKNOWN) - (b.received_at ?? STAMP_UNKNOWN)
  );
}

/** Negative when `a` ends with an earlier frame than `b`. Stamps decide only if a provider does not name its frames. */
function compareFrames(a: LastData, b: LastData) {
  if (!a.frame || !b.frame) return compareStamps(a, b);
  return a.frame.boot - b.frame.boot || a.frame.seq - b.frame.seq;
}

/** A board whose memory was erased counts its starts from 1 again. */
const isCounterReset = (incoming: LastData, known: LastData) =>
  incoming.frame !== undefined && known.frame !== undefined && incoming.frame.boot < known.frame.boot;

/** The commands that have ended; undefined if all have. */
function endedOf(commands: NonNullable<LiveDevice['commands']>): LiveDevice['commands'] | undefined {
  const known = Object.entries(commands);
  const ended = known.filter(([, { status }]) => isFinal(status));
  return ended.length < known.length ? Object.fromEntries(ended) : undefined;
}

/** Whether the known data is kept. An answer that may be older than the last write never replaces it. */
function isOutdated(incoming: LastData, known: LastData, mayBeOlder: boolean) {
  const order = compareFrames(incoming, known);
  if (order < 0) return mayBeOlder || !isCounterReset(incoming, known);
  return order === 0 && (mayBeOlder || JSON.stringify(incoming) === JSON.stringify(known));
}

/** The lists of the last poll. */
interface Listed {
  online: ReadonlySet<string>;
  connecting: ReadonlySet<string>;
}

/** `undefined`: the server of the board has gone, and the board may connect to another one. */
const isListedOnline = (id: string, { online, connecting }: Listed): boolean | undefined =>
  connecting.has(id) ? undefined : online.has(id);

type Schedule = (flush: () => void) => unknown;
const requestFrame: Schedule = (flush) => requestAnimationFrame(flush);

/** Subscribers of one device and of all, notified once per animation frame. */
function createSubscribers(schedule: Schedule) {
  const listeners = new Map<string, Set<() => void>>();
  const allListeners = new Set<() => void>();
  const dirty = new Set<string>();

  function flush() {
    const ids = [...dirty];
    dirty.clear();
    for (const id of ids) for (const listener of listeners.get(id) ?? []) listener();
    for (const listener of allListeners) listener();
  }

  return {
    ids: () => listeners.keys(),
    changed(id: string) {
      if (dirty.size === 0) schedule(flush);
      dirty.add(id);
    },
    notifyNow(ids: Iterable<string>) {
      for (const id of ids) dirty.add(id);
      flush();
    },
    add(id: string, listener: () => void) {
      const set = listeners.get(id) ?? new Set();
      listeners.set(id, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0 && listeners.get(id) === set) listeners.delete(id);
      };
    },
    addToAll(listener: () => void) {
      allListeners.add(listener);
      return () => void allListeners.delete(listener);
    },
  };
}

/** The one store of live data: stream and poll write, components read. */
export function createLiveStore(schedule: Schedule = requestFrame) {
  const devices = new Map<string, LiveDevice>();
  /** The last values as reported by the server, without values read back since. */
  const reported = new Map<string, LastData>();
  const writtenAt = new Map<string, { last: Mark; online: Mark }>();
  const subscribers = createSubscribers(schedule);
  let writes: Mark = 0;
  let listed: Listed | undefined;

  function write(id: string, change: Partial<LiveDevice>) {
    devices.set(id, { ...devices.get(id), ...change });
    subscribers.changed(id);
  }

  function mark(id: string, field: 'last' | 'online') {
    writes += 1;
    writtenAt.set(id, { last: 0, online: 0, ...writtenAt.get(id), [field]: writes });
  }

  function writeLastData(incoming: LastData, requestedAt: Mark = IN_ORDER) {
    const id = incoming.device_id;
    const known = reported.get(id);
    if (known === incoming) return;
    if (known && isOutdated(incoming, known, (writtenAt.get(id)?.last ?? 0) > requestedAt)) return;
    reported.set(id, incoming);
    mark(id, 'last');
    const recent = keepRecent(devices.get(id)?.recent ?? [], incoming);
    write(id, { last: incoming, isStored: false, recent });
  }

  /** `undefined`: its server has gone, and it may connect to another one. */
  function writeOnline(id: string, isOnline: boolean | undefined, requestedAt: Mark = IN_ORDER) {
    if ((writtenAt.get(id)?.online ?? 0) > requestedAt) return;
    mark(id, 'online');
    if (devices.get(id)?.isOnline !== isOnline) write(id, { isOnline });
  }

  function writeCommand(command: Command) {
    const { commands = {} } = devices.get(command.device_id) ?? NOTHING;
    const known = commands[command.op];
    if (known && known.created_at > command.created_at) return;
    write(command.device_id, { commands: { ...commands, [command.op]: command } });
  }

  return {
    mark: (): Mark => writes,
    device: (id: string): LiveDevice => devices.get(id) ?? NOTHING,
    writeLastData,
    writeOnline,
    /** Values of an earlier visit, for devices without values: any report of the server replaces them. */
    restore(values: readonly LastData[]) {
      const missing = values.filter(({ device_id }) => devices.get(device_id)?.last === undefined);
      for (const last of missing) write(last.device_id, { last, isStored: true });
      return missing.length > 0;
    },
    /** R4.4: known and subscribed devices missing from both complete lists are offline. */
    writeOnlineList(online: readonly string[], requestedAt?: Mark, connecting: readonly string[] = []) {
      listed = { online: new Set(online), connecting: new Set(connecting) };
      for (const id of new Set([...online, ...connecting, ...devices.keys(), ...subscribers.ids()]))
        writeOnline(id, isListedOnline(id, listed), requestedAt);
    },
    writeCommand,
    /** R6.5: a value read back by the board, before its next frame. */
    writeValue(id: string, field: ReadingField, value: number) {
      const { last } = devices.get(id) ?? NOTHING;
      if (!last) return;
      mark(id, 'last');
      write(id, { last: { ...last, data: { ...last.data, [field]: value } } });
    },
    /** The complete list of open commands: a stored open command missing from it ended during a disconnect. */
    writeOpenCommands(open: readonly Command[]) {
      for (const [id, { commands = {} }] of devices) {
        const ended = endedOf(commands);
        if (ended) write(id, { commands: ended });
      }
      for (const command of open) writeCommand(command);
    },
    subscribe(id: string, listener: () => void) {
      const remove = subscribers.add(id, listener);
      // The device had no subscriber when the list arrived.
      if (listed && !writtenAt.get(id)?.online) writeOnline(id, isListedOnline(id, listed));
      return remove;
    },
    subscribeAll: subscribers.addToAll,
    /** R1.5: the next user starts with an empty store. */
    clear() {
      const ids = [...devices.keys()];
      devices.clear();
      reported.clear();
      writtenAt.clear();
      listed = undefined;
      subscribers.notifyNow(ids);
    },
  };
}
export type LiveStore = ReturnType<typeof createLiveStore>;
