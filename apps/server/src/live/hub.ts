import { randomUUID } from 'node:crypto';
import type { LiveEvent } from '@manoboard/contract/live';
import type { Metrics } from '../metrics.ts';

const KEPT_EVENTS = 5000;

interface Kept {
  idDev: string;
  /** Written on first need: most events of a large fleet have no reader. */
  text: () => string;
}

export interface Subscriber {
  sessionId: string;
  idDevs: ReadonlySet<string>;
  /** Gives back false when the browser no longer keeps up. */
  write: (text: string) => boolean;
  end: () => void;
}

export const eventText = ({ event, data }: LiveEvent, id?: string) =>
  `${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The one door to browsers: an event is written as text once and given to those who may see its device. */
export function createHub(metrics: Metrics) {
  /** IDs of an earlier start of the server mean nothing to this one. */
  const epoch = randomUUID().slice(0, 8);
  const subscribers = new Set<Subscriber>();
  const byDevice = new Map<string, Set<Subscriber>>();
  const ring = new Map<number, Kept>();
  let counter = 0;

  function remove(subscriber: Subscriber) {
    if (!subscribers.delete(subscriber)) return;
    for (const idDev of subscriber.idDevs) byDevice.get(idDev)?.delete(subscriber);
    metrics.streams.set(subscribers.size);
    subscriber.end();
  }

  return {
    /** Where a stream that starts now may resume later. */
    position: () => `${epoch}-${counter}`,

    /** Events after `lastEventId` for these devices, or nothing when they are not all known any more. */
    missedSince(lastEventId: string | undefined, idDevs: ReadonlySet<string>): string[] | undefined {
      const [of, n] = lastEventId?.split('-') ?? [];
      const from = Number(n);
      if (of !== epoch || !Number.isInteger(from) || from > counter || from < counter - ring.size)
        return undefined;
      const missed: string[] = [];
      for (let i = from + 1; i <= counter; i++) {
        const event = ring.get(i);
        if (event && idDevs.has(event.idDev)) missed.push(event.text());
      }
      return missed;
    },

    add(subscriber: Subscriber): () => void {
      subscribers.add(subscriber);
      for (const idDev of subscriber.idDevs) {
        const readers = byDevice.get(idDev) ?? new Set();
        byDevice.set(idDev, readers.add(subscriber));
      }
      metrics.streams.set(subscribers.size);
      return () => remove(subscriber);
    },

    publish(idDev: string, event: LiveEvent) {
      const id = `${epoch}-${++counter}`;
      const text = once(() => eventText(event, id));
      ring.set(counter, { idDev, text });
      ring.delete(counter - KEPT_EVENTS);
      for (const subscriber of byDevice.get(idDev) ?? []) if (!subscriber.write(text())) remove(subscriber);
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
