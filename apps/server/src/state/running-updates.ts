import type { UpdateStatus } from '@manoboard/contract/firmware/firmware-release';
import type { OtaJob } from '@manoboard/contract/mqtt/firmware';
import type { Tele } from '@manoboard/contract/mqtt/topics';
import type { Proof } from '@manoboard/domain/firmware/job';
import type { DeviceKey } from '../db/device-key.ts';

/** What the database has of a running update. */
export interface StoredUpdate {
  id: number;
  deviceKey: DeviceKey;
  deviceId: string;
  manifest: OtaJob;
  status: UpdateStatus;
  percent: number;
  startedAt: Date;
  /** Its row in the timeline; `null` for updates that are older than the timeline. */
  changeId: string | null;
  /** How many effects of the update on the pump the timeline has. */
  effects: number;
}

/** A running update, with the last messages of its board. */
export interface RunningUpdate extends Readonly<StoredUpdate>, Readonly<Pick<Proof, 'info'>> {
  readonly frame?: Pick<Tele, 'boot' | 'seq' | 'fc'>;
  readonly resends: number;
  /** Counted by timers, not by a clock that may be set forward, since the online board last sent something about it. */
  readonly silentS: number;
}

type Key = Pick<RunningUpdate, 'id' | 'deviceKey'>;

/**
 * The running firmware updates, at most one per device. `firmware_update` has the rows that end them exactly once; this
 * is the copy that messages of boards and the admission of commands read. A store that several servers share can
 * implement this: updates change only by `patch`, and reads are synchronous, from a local copy.
 */
export interface RunningUpdates {
  /** Replaces an update of the device that has ended and is not removed yet. */
  add: (update: RunningUpdate) => void;
  find: (deviceKey: DeviceKey) => RunningUpdate | undefined;
  list: () => RunningUpdate[];
  /** Returns the changed update, or nothing if it does not run any more. */
  patch: (
    update: Key,
    change: (known: RunningUpdate) => Partial<Omit<RunningUpdate, keyof Key>>,
  ) => RunningUpdate | undefined;
  /** False if it does not run any more. */
  remove: (update: Key) => boolean;
  /** True until the board reports `UPDATED`; after that only the proof is missing. */
  isUpdating: (deviceKey: DeviceKey) => boolean;
}

/** The running updates in the memory of one server. */
export function createRunningUpdates(): RunningUpdates {
  const updates = new Map<DeviceKey, RunningUpdate>();
  const find = ({ id, deviceKey }: Key) => {
    const known = updates.get(deviceKey);
    return known?.id === id ? known : undefined;
  };
  return {
    add: (update) => void updates.set(update.deviceKey, update),
    find: (deviceKey) => updates.get(deviceKey),
    list: () => [...updates.values()],
    patch(update, change) {
      const known = find(update);
      if (!known) return undefined;
      const changed = { ...known, ...change(known) };
      updates.set(known.deviceKey, changed);
      return changed;
    },
    remove: (update) => find(update) !== undefined && updates.delete(update.deviceKey),
    isUpdating(deviceKey) {
      const status = updates.get(deviceKey)?.status;
      return status !== undefined && status !== 'UPDATED';
    },
  };
}
