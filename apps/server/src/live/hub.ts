import { randomUUID } from 'node:crypto';
import type { LiveEvent } from '@manoboard/contract/live';
import type { Metrics } from '../base/metrics.ts';
import { createEventRing } from '../frames/event-ring.ts';

/** Who gets an event: the users of a device, those and all staff, some users, or all. */
type Audience =
  | string
  | { deviceId: string; isForStaff: true }
  | { readers: ReadonlySet<number> }
  | { isForAll: true };

/** A marker for users whose devices changed. */
interface Marker {
  changedFor: readonly number[];
}

/** What a subscriber receives. */
interface Scope {
  deviceIds: ReadonlySet<string>;
  /** R7.2: staff receive some events of all devices. */
  isStaff: boolean;
}

type Reader = Scope & { userId: number };

export interface Subscriber extends Reader {
  sessionId: string;
  /** The account, or the API token, whose streams are limited together: a script does not close pages of its user. */
  countedAs: string;
  /** Queries the devices and the role that the user has now. */
  findScope: () => Promise<Scope>;
  /** Called with the devices that have become visible. */
  changed: (added: readonly string[]) => void;
  /** False when the browser reads too slowly. */
  write: (text: string) => boolean;
  /** Closes the connection; with `last`, after that text is sent. */
  end: (last?: string) => void;
}

interface Options {
  metrics: Metrics;
  /** A further stream of one account or API token replaces its oldest. */
  streamsPerAccount: number;
}

const CLOSED: LiveEvent = { event: 'closed', data: { reason: 'too_many_streams' } };
const MOVING: LiveEvent = { event: 'closed', data: { reason: 'moving' } };

/** Last values whose JSON is known. */
interface LastDataText {
  event: 'last-data';
  json: string;
}

export const eventText = (event: LiveEvent | LastDataText, id?: string) =>
  `${id ? `id: ${id}\n` : ''}event: ${event.event}\ndata: ${'json' in event ? event.json : JSON.stringify(event.data)}\n\n`;

function isFor(audience: Audience, { userId, deviceIds, isStaff }: Reader) {
  if (typeof audience === 'string') return deviceIds.has(audience);
  if ('deviceId' in audience) return deviceIds.has(audience.deviceId) || isStaff;
  return 'isForAll' in audience || audience.readers.has(userId);
}

/** The open streams, and which of them read a device. */
function createSubscribers({ metrics, streamsPerAccount }: Options) {
  const all = new Set<Subscriber>();
  const byDevice = new Map<string, Set<Subscriber>>();
  let onWatched = (_isWatched: boolean) => {};

  function listen(subscriber: Subscriber) {
    for (const deviceId of subscriber.deviceIds) {
      const readers = byDevice.get(deviceId) ?? new Set();
      byDevice.set(deviceId, readers.add(subscriber));
    }
  }

  function unlisten(subscriber: Subscriber) {
    for (const deviceId of subscriber.deviceIds) {
      const readers = byDevice.get(deviceId);
      readers?.delete(subscriber);
      if (readers?.size === 0) byDevice.delete(deviceId);
    }
  }

  function remove(subscriber: Subscriber, last?: string) {
    if (!all.delete(subscriber)) return;
    unlisten(subscriber);
    metrics.streams.set(all.size);
    if (all.size === 0) onWatched(false);
    subscriber.end(last);
  }

  /** Sets keep their order: the first stream of an account is its oldest. */
  function closeOldest(countedAs: string) {
    const own = [...all].filter((subscriber) => subscriber.countedAs === countedAs);
    for (const oldest of own.slice(0, Math.max(0, own.length - streamsPerAccount)))
      remove(oldest, eventText(CLOSED));
  }

  return {
    all,
    onWatched(receive: typeof onWatched): void {
      onWatched = receive;
    },
    readersOf: (deviceId: string) => byDevice.get(deviceId),
    add(subscriber: Subscriber) {
      all.add(subscriber);
      if (all.size === 1) onWatched(true);
      listen(subscriber);
      closeOldest(subscriber.countedAs);
      metrics.streams.set(all.size);
    },
    remove,
    write(readers: Iterable<Subscriber>, text: string) {
      for (const reader of readers) if (!reader.write(text)) remove(reader);
    },
    setScope(subscriber: Subscriber, { deviceIds, isStaff }: Scope) {
      unlisten(subscriber);
      subscriber.deviceIds = deviceIds;
      subscriber.isStaff = isStaff;
      listen(subscriber);
    },
  };
}
type Subscribers = ReturnType<typeof createSubscribers>;

/** The last events, for streams that resume. */
function createEventLog() {
  /** Event IDs of an earlier server start are invalid. */
  const epoch = randomUUID().slice(0, 8);
  const idOf = (n: number) => `${epoch}-${n}`;
  const ring = createEventRing<Audience | Marker, LiveEvent | LastDataText>('', (event, n) =>
    eventText(event, idOf(n)),
  );
  const { add, text, counter } = ring;

  return {
    add,
    text,
    counter,
    position: () => idOf(counter()),

    /** Events after `lastEventId` for these devices, or nothing if events are lost or the devices have changed. */
    missedSince(lastEventId: string | undefined, reader: Reader): string[] | undefined {
      const [of, n] = lastEventId?.split('-') ?? [];
      const from = Number(n);
      const last = counter();
      if (of !== epoch || !Number.isInteger(from) || from > last || from < ring.oldest() - 1)
        return undefined;
      const missed: string[] = [];
      for (let i = from + 1; i <= last; i++) {
        const audience = ring.audience(i);
        if (typeof audience === 'object' && 'changedFor' in audience) {
          if (audience.changedFor.includes(reader.userId)) return undefined;
        } else if (isFor(audience, reader)) missed.push(text(i));
      }
      return missed;
    },
  };
}

/** Looks up again what a subscriber may see. A failed lookup removes it: its browser reconnects. */
function createRefresh(subscribers: Subscribers, counter: () => number) {
  /** Ignore stale lookups; the latest refresh wins. */
  const latestRefresh = new WeakMap<Subscriber, number>();
  async function refresh(subscriber: Subscriber) {
    const at = counter();
    latestRefresh.set(subscriber, at);
    const scope = await subscriber.findScope();
    if (!subscribers.all.has(subscriber) || latestRefresh.get(subscriber) !== at) return;
    const added = [...scope.deviceIds].filter((deviceId) => !subscriber.deviceIds.has(deviceId));
    subscribers.setScope(subscriber, scope);
    subscriber.changed(added);
  }
  return (subscriber: Subscriber) => void refresh(subscriber).catch(() => subscribers.remove(subscriber));
}

/** All events to browsers: serialised once, sent to subscribers whose users may see the device. */
export function createHub(options: Options) {
  const { add, text, counter, position, missedSince } = createEventLog();
  const subscribers = createSubscribers(options);
  const { all, readersOf, remove, write } = subscribers;
  const refreshOrRemove = createRefresh(subscribers, counter);

  /** To all subscribers that belong to the audience; for rare events only. */
  function publishTo(audience: Audience, event: LiveEvent) {
    const n = add(audience, event);
    const readers = [...all].filter((subscriber) => isFor(audience, subscriber));
    if (readers.length > 0) write(readers, text(n));
  }

  return {
    /** Where a stream that starts now may resume later. */
    position,

    missedSince,

    /** Called when the first subscriber has come, and when the last one has gone. */
    onWatched: subscribers.onWatched,

    /** `since` is the position at which the subscriber's devices were looked up. */
    add(subscriber: Subscriber, since: string): () => void {
      subscribers.add(subscriber);
      if (missedSince(since, subscriber) === undefined) refreshOrRemove(subscriber);
      return () => remove(subscriber);
    },

    publish(deviceId: string, event: LiveEvent | LastDataText) {
      const n = add(deviceId, event);
      const readers = readersOf(deviceId);
      if (readers) write(readers, text(n));
    },

    /** R7.2: to the users of the device and to all staff; for rare events only. */
    publishToStaff(deviceId: string, event: LiveEvent) {
      publishTo({ deviceId, isForStaff: true }, event);
    },

    /** To these users, regardless of devices. */
    publishTo(userIds: readonly number[], event: LiveEvent) {
      publishTo({ readers: new Set(userIds) }, event);
    },

    /** To all subscribers. */
    publishToAll(event: LiveEvent) {
      publishTo({ isForAll: true }, event);
    },

    /** R4.3b: re-reads the visible devices of these users. */
    devicesChanged(userIds: readonly number[]) {
      add({ changedFor: userIds });
      for (const subscriber of all) if (userIds.includes(subscriber.userId)) refreshOrRemove(subscriber);
    },

    endSession(sessionId: string) {
      for (const subscriber of all) if (subscriber.sessionId === sessionId) remove(subscriber);
    },

    endAll() {
      for (const subscriber of all) remove(subscriber);
    },

    /** Another server goes on: browsers connect again at once. */
    moveAll() {
      for (const subscriber of all) remove(subscriber, eventText(MOVING));
    },
  };
}
export type Hub = ReturnType<typeof createHub>;
