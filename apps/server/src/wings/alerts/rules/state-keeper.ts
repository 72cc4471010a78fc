import type { Core } from '../../../core.ts';
import type { DeviceEntry } from './device-entry.ts';
import { saveStates } from './rule-state.repo.ts';

/** Each changed state is stored about once a round: after a crash the frames of a round are read again. */
const SLICES_A_ROUND = 60;
const SLICE_EVERY_MS = 1000;
/** Rows of a statement: about 100 kB of JSON. A text of 128 kB or more goes to the old heap at once. */
const SLICE_ROWS = 32;
/** The same when the server stops. */
const MOST_ROWS = 500;

/** Stores states that changed without an alert, a sixtieth of them each second. */
export function createStateKeeper({ db, quietWarn, now }: Pick<Core, 'db' | 'quietWarn' | 'now'>) {
  const changed = new Set<DeviceEntry>();
  let timer: NodeJS.Timeout | undefined;
  let saving: Promise<void> | undefined;

  /** False if the database failed. */
  async function save(entries: readonly DeviceEntry[]): Promise<boolean> {
    const rows = entries.map(({ deviceKey, version, state }) => ({ deviceKey, version, state }));
    for (const entry of entries) {
      changed.delete(entry);
      entry.isBusy = true;
    }
    try {
      const stored = await saveStates(db, rows, new Date(now()));
      for (const entry of entries) {
        if (stored.has(entry.deviceKey)) entry.version += 1;
        // Another server has stored a newer one, or the device was deleted.
        else entry.isLoaded = false;
      }
      return true;
    } catch (err) {
      for (const entry of entries) changed.add(entry);
      quietWarn('alert-rules', { err }, 'states of alert rules could not be stored');
      return false;
    } finally {
      for (const entry of entries) entry.isBusy = false;
    }
  }

  function idle(most: number): DeviceEntry[] {
    const found: DeviceEntry[] = [];
    for (const entry of changed) {
      if (found.length === most) break;
      if (!entry.isBusy) found.push(entry);
    }
    return found;
  }

  async function saveSlice(rows: number, onFree: (entry: DeviceEntry) => void): Promise<void> {
    for (let left = rows; left > 0; left -= SLICE_ROWS) {
      const entries = idle(Math.min(left, SLICE_ROWS));
      if (entries.length === 0) return;
      const isStored = await save(entries);
      for (const entry of entries) onFree(entry);
      if (!isStored) return;
    }
  }

  return {
    add: (entry: DeviceEntry) => void changed.add(entry),
    remove: (entry: DeviceEntry) => void changed.delete(entry),
    /** `onFree` receives the entries that were busy while they were stored. */
    start(onFree: (entry: DeviceEntry) => void) {
      timer = setInterval(() => {
        // A slow database gets one slice at a time.
        if (saving) return;
        saving = saveSlice(Math.ceil(changed.size / SLICES_A_ROUND), onFree).finally(() => {
          saving = undefined;
        });
      }, SLICE_EVERY_MS);
    },
    /** Stores everything that is not stored yet. */
    async stop() {
      clearInterval(timer);
      await saving;
      for (let rows = idle(MOST_ROWS); rows.length > 0; rows = idle(MOST_ROWS))
        if (!(await save(rows))) return;
    },
  };
}
