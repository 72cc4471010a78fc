import type { LastData } from '@manoboard/contract/device/device';
import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import type { FrameInterval } from '@manoboard/domain/telemetry/frame-interval';
import type { KeptLast } from './last-data.repo.ts';

/** It has the values, or their JSON, or both: the other one is made on the first request after a change. */
interface Entry extends Omit<KeptLast, 'last'> {
  last: LastData | undefined;
  json: string | undefined;
  revision: number;
  /** Time of receipt on the monotonic clock. */
  receivedMs: number;
  /** Time of receipt in Unix seconds. */
  receivedAtS: number | null;
  /** Fields from before the board's start: a frame that omits them does not confirm them. Unknown for a text. */
  unseen: readonly ReadingField[] | undefined;
}

/** Last values as servers exchange them. */
export interface LastText extends Omit<KeptLast, 'last'> {
  receivedAtS: number | null;
  json: string;
}

export const fieldsOf = ({ data }: LastData) =>
  (Object.keys(data) as ReadingField[]).filter((field) => data[field] != null);

/** It is unknown which of them the board has measured since its start, so all are unconfirmed. */
export const unconfirmedIn = ({ fc, older }: LastData) =>
  fc === 1 ? (Object.keys(older) as ReadingField[]) : [];

export function jsonOf(entry: Entry): string {
  entry.json ??= JSON.stringify(entry.last);
  return entry.json;
}

export function lastOf(entry: Entry): LastData {
  entry.last ??= JSON.parse(entry.json ?? '') as LastData;
  return entry.last;
}

export const unseenOf = (entry: Entry) => entry.unseen ?? unconfirmedIn(lastOf(entry));

/** The values of each device, with the interval at which its board sends. */
export function createEntries() {
  const entries = new Map<string, Entry>();
  /** Devices without an entry have the default interval. */
  const intervals = new Map<string, FrameInterval>();
  let revision = 0;

  /** Replaces the stored interval, which may be outdated. */
  function withInterval(deviceId: string, last: LastData): LastData {
    const every_s = intervals.get(deviceId);
    if (last.every_s === every_s) return last;
    const { every_s: _kept, ...values } = last;
    return every_s ? { ...values, every_s } : values;
  }

  /** The entry of a device is made once: one for each frame would grow old with 10,000 boards, and the heap with it. */
  function set(deviceId: string, next: Entry): void {
    const known = entries.get(deviceId);
    if (known) Object.assign(known, next);
    else entries.set(deviceId, next);
  }

  function put(
    deviceId: string,
    { deviceKey, boot, seq, last: given }: KeptLast,
    unseen: readonly ReadingField[],
    receivedMs = performance.now(),
  ): LastData {
    const last = withInterval(deviceId, given);
    set(deviceId, {
      deviceKey,
      boot,
      seq,
      unseen,
      receivedMs,
      receivedAtS: last.received_at,
      last,
      json: undefined,
      revision: ++revision,
    });
    return last;
  }

  return {
    entries,
    put,

    /** Keeps the text as it is: the server that sent it knows the interval. */
    putText(deviceId: string, { deviceKey, boot, seq, receivedAtS, json }: LastText): void {
      set(deviceId, {
        deviceKey,
        boot,
        seq,
        unseen: undefined,
        receivedMs: performance.now(),
        receivedAtS,
        last: undefined,
        json,
        revision: ++revision,
      });
    },

    /** R4.4: sets how often the board sends. Returns the last values if the interval changed. */
    setInterval(deviceId: string, interval: FrameInterval | undefined): LastData | undefined {
      const before = intervals.get(deviceId);
      if (before?.running === interval?.running && before?.asleep === interval?.asleep) return undefined;
      if (interval) intervals.set(deviceId, interval);
      else intervals.delete(deviceId);
      const known = entries.get(deviceId);
      if (!known) return undefined;
      return put(deviceId, { ...known, last: lastOf(known) }, unseenOf(known), known.receivedMs);
    },
  };
}
