import { randomUUID } from 'node:crypto';
import type { LiveEvent } from '@manoboard/contract/live';
import type { Metrics } from '../base/metrics.ts';

const KEPT_EVENTS = 5000;

/** A stored event: of a device, for some users, for all, or a marker for users whose devices changed. */
type Kept =
  | {
      deviceId: string;
      isForStaff: boolean;
      /** Serialised on first use: most events of a large fleet have no reader. */
      text: () => string;
    }
  | { readers: ReadonlySet<number>; text: () => string }
  | { isForAll: true; text: () => string }
  | { userIds: readonly number[] };

/** What a subscriber receives. */
interface Scope {
  deviceIds: ReadonlySet<string>;
  /** R7.2: staff receive some events of all devices. */
  isStaff: boolean;
}

type Reader = Scope & { userId: number };

export interface Subscriber extends Reader {
  sessionId: string;
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
  /** A further stream of one account replaces its oldest. */
  streamsPerAccount: number;
}

const CLOSED: LiveEvent = { event: 'closed', data: { reason: 'too_many_streams' } };

export const eventText = ({ event, data }: LiveEvent, id?: string) =>
  `${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

function isFor(event: Exclude<Kept, { userIds: unknown }>, { userId, deviceIds, isStaff }: Reader) {
  if ('deviceId' in event) return deviceIds.has(event.deviceId) || (event.isForStaff && isStaff);
  return 'isForAll' in event || event.readers.has(userId);
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** All events to browsers: serialised once, sent to subscribers whose users may see the device. */
export function createHub({ metrics, streamsPerAccount }: Options) {
  /** Event IDs of an earlier server start are invalid. */
  const epoch = randomUUID().slice(0, 8);
  const subscribers = new Set<Subscriber>();
  const byDevice = new Map<string, Set<Subscriber>>();
  const ring = new Map<number, Kept>();
  let counter = 0;

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
    if (!subscribers.delete(subscriber)) return;
    unlisten(subscriber);
    metrics.streams.set(subscribers.size);
    subscriber.end(last);
  }

  /** Sets keep their order: the first stream of an account is its oldest. */
  function closeOldest(userId: number) {
    const own = [...subscribers].filter((subscriber) => subscriber.userId === userId);
    for (const oldest of own.slice(0, Math.max(0, own.length - streamsPerAccount)))
      remove(oldest, eventText(CLOSED));
  }

  function nextText(event: LiveEvent) {
    const id = `${epoch}-${counter + 1}`;
    return once(() => eventText(event, id));
  }

  function keep(kept: Kept) {
    ring.set(++counter, kept);
    ring.delete(counter - KEPT_EVENTS);
  }

  /** Ignore stale lookups; the latest refresh wins. */
  const latestRefresh = new WeakMap<Subscriber, number>();
  async function refresh(subscriber: Subscriber) {
    const at = counter;
    latestRefresh.set(subscriber, at);
    const { deviceIds, isStaff } = await subscriber.findScope();
    if (!subscribers.has(subscriber) || latestRefresh.get(subscriber) !== at) return;
    const added = [...deviceIds].filter((deviceId) => !subscriber.deviceIds.has(deviceId));
    unlisten(subscriber);
    subscriber.deviceIds = deviceIds;
    subscriber.isStaff = isStaff;
    listen(subscriber);
    subscriber.changed(added);
  }
  /** A failed lookup removes the subscriber: its browser reconnects. */
  const refreshOrRemove = (subscriber: Subscriber) => refresh(subscriber).catch(() => remove(subscriber));

  /** Events after `lastEventId` for these devices, or nothing if events are lost or the devices have changed. */
  function missedSince(lastEventId: string | undefined, reader: Reader): string[] | undefined {
    const [of, n] = lastEventId?.split('-') ?? [];
    const from = Number(n);
    if (of !== epoch || !Number.isInteger(from) || from > counter || from < counter - ring.size)
      return undefined;
    const missed: string[] = [];
    for (let i = from + 1; i <= counter; i++) {
      const event = ring.get(i);
      if (!event) continue;
      if ('userIds' in event) {
        if (event.userIds.includes(reader.userId)) return undefined;
      } else if (isFor(event, reader)) missed.push(event.text());
    }
    return missed;
  }

  return {
    /** Where a stream that starts now may resume later. */
    position: () => `${epoch}-${counter}`,

    missedSince,

    /** `since` is the position at which the subscriber's devices were looked up. */
    add(subscriber: Subscriber, since: string): () => void {
      subscribers.add(subscriber);
      listen(subscriber);
      closeOldest(subscriber.userId);
      if (missedSince(since, subscriber) === undefined) refreshOrRemove(subscriber);
      metrics.streams.set(subscribers.size);
      return () => remove(subscriber);
    },

    publish(deviceId: string, event: LiveEvent) {
      const text = nextText(event);
      keep({ deviceId, isForStaff: false, text });
      for (const subscriber of byDevice.get(deviceId) ?? [])
        if (!subscriber.write(text())) remove(subscriber);
    },

    /** R7.2: to the users of the device and to all staff; for rare events only. */
    publishToStaff(deviceId: string, event: LiveEvent) {
      const text = nextText(event);
      const kept = { deviceId, isForStaff: true, text };
      keep(kept);
      for (const subscriber of subscribers)
        if (isFor(kept, subscriber) && !subscriber.write(text())) remove(subscriber);
    },

    /** To these users, regardless of devices. */
    publishTo(userIds: readonly number[], event: LiveEvent) {
      const text = nextText(event);
      const readers = new Set(userIds);
      keep({ readers, text });
      for (const subscriber of subscribers)
        if (readers.has(subscriber.userId) && !subscriber.write(text())) remove(subscriber);
    },

    /** To all subscribers. */
    publishToAll(event: LiveEvent) {
      const text = nextText(event);
      keep({ isForAll: true, text });
      for (const subscriber of subscribers) if (!subscriber.write(text())) remove(subscriber);
    },

    /** R4.3b: re-reads the visible devices of these users. */
    devicesChanged(userIds: readonly number[]) {
      keep({ userIds });
      for (const subscriber of subscribers)
        if (userIds.includes(subscriber.userId)) refreshOrRemove(subscriber);
    },

    endSession(sessionId: string) {
      for (const subscriber of subscribers) if (subscriber.sessionId === sessionId) remove(subscriber);
    },

    endAll() {
      for (const subscriber of subscribers) remove(subscriber);
    },
  };
}
export type Hub = ReturnType<typeof createHub>;
