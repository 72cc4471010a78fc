import { createHash, randomUUID } from 'node:crypto';
import type { LastData } from '@manoboard/contract/device/device';
import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import type { Tele } from '@manoboard/contract/mqtt/topics';
import { applyFrame, emptyLastData, isLaterFrame, shiftTimes } from '@manoboard/domain/telemetry/last-data';
import type { DeviceKey } from '../db/device-key.ts';
import type { KeptLast, LastDataRow } from './last-data.repo.ts';
import {
  createEntries,
  fieldsOf,
  jsonOf,
  type LastText,
  lastOf,
  unconfirmedIn,
  unseenOf,
} from './last-entries.ts';

const withoutConfirming = (frame: Tele, fields: readonly ReadingField[]): Tele =>
  fields.length === 0 ? frame : { ...frame, na: [...(frame.na ?? []), ...fields] };

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
  const { entries, put, putText, ...intervals } = createEntries();
  const { changed, restarts, ...unstored } = createUnstored();

  return {
    ...unstored,
    ...intervals,
    restore: (deviceId: string, kept: KeptLast) => void put(deviceId, kept, unconfirmedIn(kept.last)),

    /** Values from the server that the board is connected to; that one stores them. False for those that came late. */
    adopt(deviceId: string, next: LastText): boolean {
      const known = entries.get(deviceId);
      if (known?.boot === next.boot && next.seq < known.seq) return false;
      putText(deviceId, next);
      return true;
    },

    /** As they are sent to other servers. */
    find(deviceId: string): LastText | undefined {
      const known = entries.get(deviceId);
      if (!known) return undefined;
      const { deviceKey, boot, seq, receivedAtS } = known;
      return { deviceKey, boot, seq, receivedAtS, json: jsonOf(known) };
    },

    /** The new last values, or nothing if the frame is late or a repeat. */
    apply(deviceKey: DeviceKey, deviceId: string, frame: Tele, receivedAtS: number): LastData | undefined {
      const known = entries.get(deviceId);
      if (!isLaterFrame(frame, known)) return undefined;
      const before = known ? lastOf(known) : emptyLastData(deviceId);
      const doubted = frame.boot === known?.boot ? unseenOf(known) : fieldsOf(before);
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
        const { receivedMs, receivedAtS } = known;
        if ((receivedAtS ?? 0) <= nowS) return [];
        const ageS = Math.floor((performance.now() - receivedMs) / 1000);
        const byS = nowS - ageS - (receivedAtS ?? 0);
        changed.add(deviceId);
        return [
          put(deviceId, { ...known, last: shiftTimes(lastOf(known), byS) }, unseenOf(known), receivedMs),
        ];
      });
    },

    /** A birth with a lower boot number: the board's memory was erased and its count starts over. */
    begin(deviceId: string, boot: number) {
      const known = entries.get(deviceId);
      if (!known || boot >= known.boot) return;
      restarts.set(deviceId, boot);
      entries.set(deviceId, { ...known, boot, seq: -1, unseen: fieldsOf(lastOf(known)) });
    },

    /** The frame up to which the values of a device hold, and its time in Unix seconds. */
    position(deviceId: string) {
      const known = entries.get(deviceId);
      return known && { boot: known.boot, seq: known.seq, ts: lastOf(known).ts };
    },

    /** Devices that have values. */
    deviceIds: () => entries.keys(),

    /** In Unix seconds; `null` without values. Reads no text of another server. */
    receivedAtS: (deviceId: string) => entries.get(deviceId)?.receivedAtS || null,

    get(deviceId: string): LastData {
      const known = entries.get(deviceId);
      return known ? lastOf(known) : emptyLastData(deviceId);
    },

    /** A JSON list for these devices, with a tag that changes whenever one of them does. Marks those that are connecting. */
    list(
      deviceIds: readonly string[],
      isConnecting: (deviceId: string) => boolean,
    ): { json: string; etag: string } {
      const found = deviceIds.map((deviceId) => entries.get(deviceId));
      const newest = Math.max(0, ...found.map((entry) => entry?.revision ?? 0));
      const sum = found.reduce((total, entry) => total + (entry?.revision ?? 0), 0);
      const connecting = deviceIds.filter(isConnecting);
      const marked = new Set(connecting);
      const texts = deviceIds.map((deviceId, i) => {
        const json = found[i] ? jsonOf(found[i]) : JSON.stringify(emptyLastData(deviceId));
        return marked.has(deviceId) ? `${json.slice(0, -1)},"connecting":true}` : json;
      });
      const json = `[${texts.join(',')}]`;
      const marks =
        connecting.length > 0 ? `-${createHash('sha256').update(connecting.join()).digest('base64url')}` : '';
      return { json, etag: `W/"${epoch}-${deviceIds.length}-${newest}-${sum}${marks}"` };
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
        const json = entry.json ?? JSON.stringify(lastOf(entry));
        return [{ deviceKey, boot, seq, json, restart }];
      }),
  };
}
export type LastValueMap = ReturnType<typeof createLastValues>;
