import type { Server } from '../../../server.ts';
import type { DeviceEntry } from './device-entry.ts';
import { saveStates } from './rule-state.repo.ts';

/** Each changed state is stored about once a round: after a crash the frames of a round are read again. */
const SLICES_A_ROUND = 60;
const SLICE_EVERY_MS = 1000;
const MOST_ROWS = 500;

/** Stores states that changed without an alert, a sixtieth of them each second. */
export function createStateKeeper({ db, quietWarn, now }: Pick<Server, 'db' | 'quietWarn' | 'now'>) {
  const changed = new Set<DeviceEntry>();
  let timer: NodeJS.Timeout | undefined;
  let saving: Promise<void> | undefined;

  async function save(entries: readonly DeviceEntry[]): Promise<void> {
    if (entries.length === 0) return;
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
    } catch (err) {
      for (const entry of entries) changed.add(entry);
      quietWarn('alert-rules', { err }, 'states of alert rules could not be stored');
    } finally {
      for (const entry of entries) entry.isBusy = false;
    }
  }

  const idle = (most: number) => [...changed].filter(({ isBusy }) => !isBusy).slice(0, most);

  return {
    add: (entry: DeviceEntry) => void changed.add(entry),
    remove: (entry: DeviceEntry) => void changed.delete(entry),
    /** `onFree` receives the entries that were busy while they were stored. */
    start(onFree: (entry: DeviceEntry) => void) {
      timer = setInterval(() => {
        // A slow database gets one slice at a time.
        if (saving) return;
        const slice = idle(Math.min(MOST_ROWS, Math.ceil(changed.size / SLICES_A_ROUND)));
        saving = save(slice).finally(() => {
          saving = undefined;
          for (const entry of slice) onFree(entry);
        });
      }, SLICE_EVERY_MS);
    },
    /** Stores everything that is not stored yet. */
    async stop() {
      clearInterval(timer);
      await saving;
      for (let slice = idle(MOST_ROWS); slice.length > 0; slice = idle(MOST_ROWS)) {
        const before = changed.size;
        await save(slice);
        if (changed.size >= before) return;
      }
    },
  };
}
