import { randomUUID } from 'node:crypto';
import type { LastData } from '@manoboard/contract/device/device';
import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import type { Tele } from '@manoboard/contract/mqtt/topics';
import type { FrameInterval } from '@manoboard/domain/telemetry/frame-interval';
import { applyFrame, emptyLastData, isLaterFrame, shiftTimes } from '@manoboard/domain/telemetry/last-data';
import type { DeviceKey } from '../db/device-key.ts';
import type { KeptLast, LastDataRow } from './last-data.repo.ts';

interface Entry extends KeptLast {
  /** Serialised on the first request after a change. */
  json: string | undefined;
  revision: number;
  /** Time of receipt on the monotonic clock. */
  receivedMs: number;
  /** Fields from before the board's start: a frame that omits them does not confirm them. */
  unseen: readonly ReadingField[];
}

const fieldsOf = ({ data }: LastData) =>
  (Object.keys(data) as ReadingField[]).filter((field) => data[field] != null);

/** It is unknown which of them the board has measured since its start, so all are unconfirmed. */
const unconfirmedIn = ({ fc, older }: LastData) => (fc === 1 ? (Object.keys(older) as ReadingField[]) : []);

const withoutConfirming = (frame: Tele, fields: readonly ReadingField[]): Tele =>
  fields.length === 0 ? frame : { ...frame, na: [...(frame.na ?? []), ...fields] };

function jsonOf(entry: Entry): string {
  entry.json ??= JSON.stringify(entry.last);
  return entry.json;
}

/** The values of each device, with the interval at which its board sends. */
function createEntries() {
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
  function put(
    deviceId: string,
    { deviceKey, boot, seq, last: given }: KeptLast,
    unseen: readonly ReadingField[],
    receivedMs = performance.now(),
  ): LastData {
    const last = withInterval(deviceId, given);
    const kept = { deviceKey, boot, seq, unseen, receivedMs, last, json: undefined, revision: ++revision };
    const known = entries.get(deviceId);
    if (known) Object.assign(known, kept);
    else entries.set(deviceId, kept);
    return last;
  }

  return {
    entries,
    put,

    /** R4.4: sets how often the board sends. Returns the last values if the interval changed. */
    setInterval(deviceId: string, interval: FrameInterval | undefined): LastData | undefined {
      const before = intervals.get(deviceId);
      if (before?.running === interval?.running && before?.asleep === interval?.asleep) return undefined;
      if (interval) intervals.set(deviceId, interval);
      else intervals.delete(deviceId);
      const known = entries.get(deviceId);
      return known && put(deviceId, known, known.unseen, known.receivedMs);
    },
  };
}

/** What is not in the database yet. */
function createUnstored() {
  const changed = new Set<string>();
  /** Boots with which boards began a new count. */
  const restarts = new Map<string, number>();
  return {
    changed,
    restarts,
    /** Devices whose values have changed since they were taken last. */
    takeChanged(): string[] {
      const deviceIds = [...changed];
      changed.clear();
      return deviceIds;
    },
    putBack(deviceIds: readonly string[]) {
      for (const deviceId of deviceIds) changed.add(deviceId);
    },
    /** These rows are in the database. */
    markStored(rows: readonly LastDataRow[]) {
      for (const { restart } of rows)
        if (restart && restarts.get(restart.deviceId) === restart.boot) restarts.delete(restart.deviceId);
    },
  };
}

/** Last values of all devices, in memory. */
export function createLastValues() {
  const epoch = randomUUID().slice(0, 8);
  const { entries, put, ...intervals } = createEntries();
  const { changed, restarts, ...unstored } = createUnstored();

  return {
    ...unstored,
    ...intervals,
    restore: (deviceId: string, kept: KeptLast) => void put(deviceId, kept, unconfirmedIn(kept.last)),

    /** Values from the server that the board is connected to; that one stores them. */
    adopt: (deviceId: string, kept: KeptLast): LastData => put(deviceId, kept, unconfirmedIn(kept.last)),

    /** As they are sent to other servers. */
    find(deviceId: string): KeptLast | undefined {
      const known = entries.get(deviceId);
      return known && { deviceKey: known.deviceKey, boot: known.boot, seq: known.seq, last: known.last };
    },

    /** The new last values, or nothing if the frame is late or a repeat. */
    apply(deviceKey: DeviceKey, deviceId: string, frame: Tele, receivedAtS: number): LastData | undefined {
      const known = entries.get(deviceId);
      if (!isLaterFrame(frame, known)) return undefined;
      const before = known?.last ?? emptyLastData(deviceId);
      const doubted = frame.boot === known?.boot ? known.unseen : fieldsOf(before);
      const unseen = doubted.length === 0 ? doubted : doubted.filter((field) => frame.d[field] === undefined);
      const last = applyFrame(before, withoutConfirming(frame, unseen), receivedAtS);
      changed.add(deviceId);
      return put(deviceId, { deviceKey, boot: frame.boot, seq: frame.seq, last }, unseen);
    },

    /**
     * R4.4: after the server's clock was set back, values with a later time would look live until the clock reaches it.
     * Moves their times by the age on the monotonic clock. Returns the values that changed.
     */
    healTimes(nowS: number): LastData[] {
      return [...entries].flatMap(([deviceId, known]) => {
        const { receivedMs, unseen, last } = known;
        if ((last.received_at ?? 0) <= nowS) return [];
        const ageS = Math.floor((performance.now() - receivedMs) / 1000);
        const byS = nowS - ageS - (last.received_at ?? 0);
        changed.add(deviceId);
        return [put(deviceId, { ...known, last: shiftTimes(last, byS) }, unseen, receivedMs)];
      });
    },

    /** A birth with a lower boot number: the board's memory was erased and its count starts over. */
    begin(deviceId: string, boot: number) {
      const known = entries.get(deviceId);
      if (!known || boot >= known.boot) return;
      restarts.set(deviceId, boot);
      entries.set(deviceId, { ...known, boot, seq: -1, unseen: fieldsOf(known.last) });
    },

    /** The frame up to which the values of a device hold, and its time in Unix seconds. */
    position(deviceId: string) {
      const known = entries.get(deviceId);
      return known && { boot: known.boot, seq: known.seq, ts: known.last.ts };
    },

    /** Devices that have values. */
    deviceIds: () => entries.keys(),

    get: (deviceId: string): LastData => entries.get(deviceId)?.last ?? emptyLastData(deviceId),

    /** A JSON list for these devices, with a tag that changes whenever one of them does. */
    list(deviceIds: readonly string[]): { json: string; etag: string } {
      const found = deviceIds.map((deviceId) => entries.get(deviceId));
      const newest = Math.max(0, ...found.map((entry) => entry?.revision ?? 0));
      const sum = found.reduce((total, entry) => total + (entry?.revision ?? 0), 0);
      const texts = deviceIds.map((deviceId, i) =>
        found[i] ? jsonOf(found[i]) : JSON.stringify(emptyLastData(deviceId)),
      );
      const json = `[${texts.join(',')}]`;
      return { json, etag: `W/"${epoch}-${deviceIds.length}-${newest}-${sum}"` };
    },

    /** What is to be stored of these devices, as it is now. */
    toRows: (deviceIds: readonly string[]): LastDataRow[] =>
      deviceIds.flatMap((deviceId) => {
        const entry = entries.get(deviceId);
        if (!entry) return [];
        const { deviceKey, boot, seq } = entry;
        const from = restarts.get(deviceId);
        const restart = from === undefined ? undefined : { deviceId, boot: from };
        // Not kept: most values change before somebody lists them, and the text would outlive the statement.
        const json = entry.json ?? JSON.stringify(entry.last);
        return [{ deviceKey, boot, seq, json, restart }];
      }),
  };
}
export type LastValueMap = ReturnType<typeof createLastValues>;
