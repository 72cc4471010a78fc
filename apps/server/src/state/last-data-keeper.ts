import type { Logger } from '../base/log.ts';
import type { Db } from '../db/db.ts';
import { upsertLastData } from './last-data.repo.ts';
import type { LastValueMap } from './last-values.ts';

/** Each changed device is written once a round: after a crash the frames of two rounds are read again. */
const SLICES_A_ROUND = 20;
const SLICE_EVERY_MS = 50;
/** Rows of one statement when the server stops. */
const MOST_ROWS = 1000;

interface Needs {
  db: Db;
  values: LastValueMap;
  log: Logger;
  now: () => number;
  /** With several servers each writes fewer and larger slices. */
  countServers?: () => number;
}

/**
 * Writes last values to the database, a twentieth of the changed devices at a time: all of them at once, for a fleet of
 * 10,000, would delay the frames that arrive meanwhile.
 */
export function createLastDataKeeper({ db, values, log, now, countServers = () => 1 }: Needs) {
  let round: string[] = [];
  let sliceSize = 0;
  let slicesLeft = 0;
  let ticks = 0;
  let timer: NodeJS.Timeout | undefined;
  let keeping: Promise<void> | undefined;

  async function keep(deviceIds: string[]) {
    if (deviceIds.length === 0) return;
    try {
      const rows = values.toRows(deviceIds);
      await upsertLastData(db, rows, new Date(now()));
      values.markStored(rows);
    } catch (error) {
      values.putBack(deviceIds);
      throw error;
    }
  }

  function keepSlice() {
    // A slow database gets one slice at a time.
    if (keeping) return;
    const servers = Math.min(countServers(), SLICES_A_ROUND);
    if (ticks++ % servers !== 0) return;
    if (slicesLeft === 0) {
      round = values.takeChanged();
      slicesLeft = Math.floor(SLICES_A_ROUND / servers);
      sliceSize = Math.ceil(round.length / slicesLeft);
    }
    slicesLeft--;
    keeping = keep(round.splice(0, sliceSize))
      .catch((err) => {
        // The rest of the round would fail as well: one attempt and one warning a round.
        values.putBack(round.splice(0));
        log.warn({ err }, 'last values could not be kept');
      })
      .finally(() => {
        keeping = undefined;
      });
  }

  return {
    start() {
      timer = setInterval(keepSlice, SLICE_EVERY_MS);
    },
    /** Writes everything that is not written yet. */
    async stop() {
      clearInterval(timer);
      await keeping;
      const left = [...new Set([...round, ...values.takeChanged()])];
      while (left.length > 0) await keep(left.splice(0, MOST_ROWS));
    },
  };
}
