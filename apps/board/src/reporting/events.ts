import { Event, type EventCode, type EventSeverity } from '@manoboard/contract/mqtt/event';
import { type Clock, wireTime } from '../clock.ts';
import { type Disk, readJson, replaceJson } from '../disk/disk.ts';

const FILE = 'events.json';

/** What stands: from when it was raised until it is cleared, across restarts. */
export interface Events {
  /** Tells how it is; what has not changed since is not told again. */
  set(happening: Happening, isSo: boolean): void;
  /** Clears all that stand of a kind, but the one that is named. */
  clearOthers(code: EventCode, but: string | undefined, d: Event['d']): void;
}

export interface Happening {
  code: EventCode;
  /** Tells two of a kind apart, such as two faults of the drive. */
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

const keyOf = (code: EventCode, which: string | undefined) =>
  which === undefined ? code : `${code} ${which}`;

/** What stood when the board went down, and what was cleared last. */
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
  const standing = load(disk);
  let count = 0;

  /** No two of a board are alike: the boot grows from start to start. */
  const nextId = () =>
    (boot.toString(36).padStart(6, '0') + (++count).toString(36).padStart(4, '0')).toUpperCase();

  /**
   * One write that a power cut leaves whole or undone. What is cleared stands in it until the next one: then it is
   * safe with whom it was sent to.
   */
  function save(cleared: Record<string, Event> = {}): void {
    try {
      replaceJson(disk, FILE, { ...Object.fromEntries(standing), ...cleared });
    } catch {
      // Told it is anyway; at worst it is told again after a restart.
    }
  }

  function raise(key: string, { code, sev, d }: Happening): void {
    const event: Event = { v: 1, id: nextId(), ts: wireTime(clock), code, st: 'raised', sev, d };
    standing.set(key, event);
    save();
    send(event);
  }

  function clear(key: string, raised: Event, d: Event['d']): void {
    const event: Event = { ...raised, st: 'cleared', ts: wireTime(clock), d };
    standing.delete(key);
    save({ [key]: event });
    send(event);
  }

  // A power cut may have come between the write and the telling. What comes twice is stored once.
  for (const [key, event] of standing) {
    send(event);
    if (event.st === 'cleared') standing.delete(key);
  }

  return {
    set(happening, isSo) {
      const key = keyOf(happening.code, happening.which);
      const raised = standing.get(key);
      if (isSo && !raised) raise(key, happening);
      else if (!isSo && raised) clear(key, raised, happening.d);
    },
    clearOthers(code, but, d) {
      for (const [key, raised] of standing)
        if (raised.code === code && key !== keyOf(code, but)) clear(key, raised, d);
    },
  };
}
