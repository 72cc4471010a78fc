import { type BoardEventCode, Event, type EventSeverity } from '@manoboard/contract/mqtt/event';
import { type Clock, wireTime } from '../clock.ts';
import { type Disk, readJson, replaceJson } from '../disk/disk.ts';

const FILE = 'events.json';

/** Open events: from raise to clear, across restarts. */
export interface Events {
  /** Sets the current state; an unchanged state is not published again. */
  set(details: EventDetails, isActive: boolean): void;
  /** A new occurrence: ends the open event of this kind, and raises one with these details. */
  raise(details: EventDetails): void;
  /** Something that is over as soon as it has happened. */
  note(details: EventDetails): void;
  /** Clears all open events of a kind except the given one. */
  clearOthers(code: BoardEventCode, but: string | undefined, d: Event['d']): void;
}

export interface EventDetails extends Partial<Pick<Event, 'held' | 'stopped' | 'retry_in'>> {
  code: BoardEventCode;
  /** Distinguishes events of one kind, such as two faults of the drive. */
  which?: string;
  sev: EventSeverity;
  d: Event['d'];
}

interface EventParts {
  clock: Clock;
  disk: Disk;
  boot: number;
  send: (event: Event) => void;
}

const keyOf = (code: BoardEventCode, which: string | undefined) =>
  which === undefined ? code : `${code} ${which}`;

/** Events open at shutdown, and the last cleared ones. */
function load(disk: Disk): Map<string, Event> {
  const rows = Object.entries(Object(readJson(disk, FILE)));
  return new Map(
    rows.flatMap(([key, row]) => {
      const event = Event.safeParse(row);
      return event.success ? [[key, event.data] as const] : [];
    }),
  );
}

export function createEvents({ clock, disk, boot, send }: EventParts): Events {
  const openEvents = load(disk);
  let count = 0;

  /** Unique per board, since boot increases from start to start. */
  const nextId = () =>
    (boot.toString(36).padStart(6, '0') + (++count).toString(36).padStart(4, '0')).toUpperCase();

  /** One atomic write. A cleared event stays in it until the next write; by then the outbox has stored it. */
  function save(cleared: Record<string, Event> = {}): void {
    try {
      replaceJson(disk, FILE, { ...cleared, ...Object.fromEntries(openEvents) });
    } catch {
      // Published anyway; at worst it is published again after a restart.
    }
  }

  function clearingOf({ v, id, code, sev }: Event, d: Event['d']): Event {
    return { v, id, code, sev, st: 'cleared', ts: wireTime(clock), d };
  }

  function raise(key: string, { which: _, ...details }: EventDetails): void {
    const before = openEvents.get(key);
    const ended = before && clearingOf(before, details.d);
    const event: Event = { v: 1, id: nextId(), ts: wireTime(clock), st: 'raised', ...details };
    openEvents.set(key, event);
    save(ended && { [`${key} ${ended.id}`]: ended });
    if (ended) send(ended);
    send(event);
  }

  function clear(key: string, raised: Event, d: Event['d']): void {
    const event = clearingOf(raised, d);
    openEvents.delete(key);
    save({ [key]: event });
    send(event);
  }

  // A power cut may have come between the write and the publish. The server stores duplicates once.
  for (const [key, event] of openEvents) {
    send(event);
    if (event.st === 'cleared') openEvents.delete(key);
  }

  return {
    set(details, isActive) {
      const key = keyOf(details.code, details.which);
      const raised = openEvents.get(key);
      if (isActive && !raised) raise(key, details);
      else if (!isActive && raised) clear(key, raised, details.d);
    },
    note: (details) => send({ v: 1, id: nextId(), ts: wireTime(clock), st: 'raised', ...details }),
    raise: (details) => raise(keyOf(details.code, details.which), details),
    clearOthers(code, but, d) {
      for (const [key, raised] of openEvents)
        if (raised.code === code && key !== keyOf(code, but)) clear(key, raised, d);
    },
  };
}
