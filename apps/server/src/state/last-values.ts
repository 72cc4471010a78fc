import { randomUUID } from 'node:crypto';
import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import type { Tele } from '@manoboard/contract/mqtt/topics';
import type { LastData } from '@manoboard/contract/nouns/device';
import type { FrameInterval } from '@manoboard/domain/telemetry/frame-interval';
import { applyFrame, isLaterFrame, moveTimes, noData } from '@manoboard/domain/telemetry/last-data';
import type { KeptLast, LastDataRow } from './last-data.repo.ts';

interface Entry extends KeptLast {
  /** Serialised on the first request after a change. */
  json: string | undefined;
  revision: number;
  /** Time of receipt on the monotonic clock. */
  heardMs: number;
  /** Of the time before the board's start: until they come, a frame that leaves them out does not confirm them. */
  unseen: readonly ReadingField[];
}

const fieldsOf = ({ data }: LastData) =>
  (Object.keys(data) as ReadingField[]).filter((field) => data[field] != null);

/** Nobody knows which of them the board has not measured since its start; all of them come when it does. */
const unconfirmedIn = ({ fc, older }: LastData) => (fc === 1 ? (Object.keys(older) as ReadingField[]) : []);

const withoutConfirming = (frame: Tele, fields: readonly ReadingField[]): Tele =>
  fields.length === 0 ? frame : { ...frame, na: [...(frame.na ?? []), ...fields] };

function jsonOf(entry: Entry): string {
  entry.json ??= JSON.stringify(entry.last);
  return entry.json;
}

/** Last values of all devices in memory: the map that every question about "now" is answered from. */
export function createLastValues() {
  const epoch = randomUUID().slice(0, 8);
  const entries = new Map<string, Entry>();
  /** What is not here is as usual. */
  const intervals = new Map<string, FrameInterval>();
  const changed = new Set<string>();
  /** Boots with which boards began a new count that is not stored yet. */
  const restarts = new Map<string, number>();
  let revision = 0;

  /** What was kept may name an interval that no longer holds. */
  function put(
    idDev: string,
    kept: KeptLast,
    unseen: readonly ReadingField[],
    heardMs = performance.now(),
  ): LastData {
    const { every_s: _kept, ...values } = kept.last;
    const every_s = intervals.get(idDev);
    const last = every_s ? { ...values, every_s } : values;
    entries.set(idDev, { ...kept, unseen, heardMs, last, json: undefined, revision: ++revision });
    return last;
  }

  return {
    restore: (idDev: string, kept: KeptLast) => void put(idDev, kept, unconfirmedIn(kept.last)),

    /** The new last values, or nothing if the frame is late or was seen already. */
    apply(deviceId: number, idDev: string, frame: Tele, receivedAtS: number): LastData | undefined {
      const known = entries.get(idDev);
      if (!isLaterFrame(frame, known)) return undefined;
      const before = known?.last ?? noData(idDev);
      const doubted = frame.boot === known?.boot ? known.unseen : fieldsOf(before);
      const unseen = doubted.filter((field) => frame.d[field] === undefined);
      const last = applyFrame(before, withoutConfirming(frame, unseen), receivedAtS);
      changed.add(idDev);
      return put(idDev, { deviceId, boot: frame.boot, seq: frame.seq, last }, unseen);
    },

    /** R4.4: from here on this is how often the board sends. The last values, if they are judged anew by it. */
    setInterval(idDev: string, interval: FrameInterval | undefined): LastData | undefined {
      const before = intervals.get(idDev);
      if (before?.running === interval?.running && before?.asleep === interval?.asleep) return undefined;
      if (interval) intervals.set(idDev, interval);
      else intervals.delete(idDev);
      const known = entries.get(idDev);
      return known && put(idDev, known, known.unseen, known.heardMs);
    },

    /**
     * R4.4: values that are stamped later than now, because the server's clock was set back, would look live until it is
     * there again: they get the age that they have. Returns those that changed.
     */
    healTimes(nowS: number): LastData[] {
      return [...entries].flatMap(([idDev, known]) => {
        const { heardMs, unseen, last } = known;
        if ((last.received_at ?? 0) <= nowS) return [];
        const ageS = Math.floor((performance.now() - heardMs) / 1000);
        const byS = nowS - ageS - (last.received_at ?? 0);
        changed.add(idDev);
        return [put(idDev, { ...known, last: moveTimes(last, byS) }, unseen, heardMs)];
      });
    },

    /** A birth begins a new count: a board whose memory was erased starts over, and must be heard. */
    begin(idDev: string, boot: number) {
      const known = entries.get(idDev);
      if (!known || boot >= known.boot) return;
      restarts.set(idDev, boot);
      entries.set(idDev, { ...known, boot, seq: -1, unseen: fieldsOf(known.last) });
    },

    /** The frame up to which the values of a device hold, and its time in Unix seconds. */
    position(idDev: string) {
      const known = entries.get(idDev);
      return known && { boot: known.boot, seq: known.seq, ts: known.last.ts };
    },

    get: (idDev: string): LastData => entries.get(idDev)?.last ?? noData(idDev),

    /** A JSON list for these devices, with a tag that changes whenever one of them does. */
    list(idDevs: readonly string[]): { json: string; etag: string } {
      const found = idDevs.map((idDev) => entries.get(idDev));
      const newest = Math.max(0, ...found.map((entry) => entry?.revision ?? 0));
      const sum = found.reduce((total, entry) => total + (entry?.revision ?? 0), 0);
      const texts = idDevs.map((idDev, i) => (found[i] ? jsonOf(found[i]) : JSON.stringify(noData(idDev))));
      const json = `[${texts.join(',')}]`;
      return { json, etag: `W/"${epoch}-${idDevs.length}-${newest}-${sum}"` };
    },

    /** Devices whose values have changed since they were taken last. */
    takeChanged(): string[] {
      const idDevs = [...changed];
      changed.clear();
      return idDevs;
    },
    putBack(idDevs: readonly string[]) {
      for (const idDev of idDevs) changed.add(idDev);
    },
    /** What is to be stored of these devices, as it is now. */
    toRows: (idDevs: readonly string[]): LastDataRow[] =>
      idDevs.flatMap((idDev) => {
        const entry = entries.get(idDev);
        if (!entry) return [];
        const { deviceId, boot, seq } = entry;
        const from = restarts.get(idDev);
        const restart = from === undefined ? undefined : { idDev, boot: from };
        return [{ deviceId, boot, seq, json: jsonOf(entry), restart }];
      }),
    /** These rows are in the database. */
    markStored(rows: readonly LastDataRow[]) {
      for (const { restart } of rows)
        if (restart && restarts.get(restart.idDev) === restart.boot) restarts.delete(restart.idDev);
    },
  };
}
export type LastValueMap = ReturnType<typeof createLastValues>;
