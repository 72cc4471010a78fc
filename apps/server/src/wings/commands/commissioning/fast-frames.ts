import { actingRole } from '@manoboard/domain/access/policy';
import { MINUTE_MS } from '@manoboard/domain/time';
import type { Core } from '../../../core.ts';
import { ProblemError } from '../../../http/problem-error.ts';
import type { AllowedDevice } from '../../../http/rules.ts';
import type { SessionUser } from '../../../http/session.ts';
import type { Board } from '../../../link/link.ts';
import type { DeviceConfigs } from '../../settings/config/device-config.service.ts';
import type { LockOuts } from '../../settings/lock-out/lock-out.service.ts';
import {
  type CommissioningRow,
  type FrameSeconds,
  listIdle,
  updateFramesBefore,
} from './commissioning.repo.ts';

/** The shortest intervals that a board accepts. */
const FAST = { tele_s: 1, tele_idle_s: 5 };
/** After so long without a step the usual intervals return, also if the browser was closed. */
const IDLE_MS = 20 * MINUTE_MS;

interface Needs extends Pick<Core, 'db' | 'now'> {
  config: Pick<DeviceConfigs, 'changeFrames' | 'stateOf'>;
  lockOuts: Pick<LockOuts, 'find'>;
}

/** Frames every second during a commissioning, by the configuration of the board. */
export function createFastFrames({ db, now, config, lockOuts }: Needs) {
  async function restore(board: Board, id: number, before: FrameSeconds) {
    await config.changeFrames(board, FAST, before, null);
    await updateFramesBefore(db, id, null);
  }

  return {
    /**
     * A configuration that the board has not applied is left alone. The intervals to restore are stored first: after a
     * crash between the two writes the job restores what has not changed.
     */
    async begin(user: SessionUser, board: AllowedDevice, row: CommissioningRow): Promise<void> {
      if (row.framesBefore || (await lockOuts.find(db, board.deviceKey, user.id))) return;
      const { state, desired } = await config.stateOf({ deviceKey: board.deviceKey, visibleFromS: null });
      if (state !== 'none' && state !== 'applied') return;
      const { tele_s, tele_idle_s } = desired;
      const before: FrameSeconds = {
        ...(tele_s !== undefined && { tele_s }),
        ...(tele_idle_s !== undefined && { tele_idle_s }),
      };
      await updateFramesBefore(db, row.id, before);
      const role = actingRole('configure', user.roles, board.relation);
      await config.changeFrames(board, before, FAST, { userId: user.id, role });
    },

    /** R5.10: refused while there is a lock-out tag, since nothing would restore the intervals of a finished one. */
    async end(user: SessionUser, board: Board, { id, framesBefore }: CommissioningRow): Promise<void> {
      if (!framesBefore) return;
      const tag = await lockOuts.find(db, board.deviceKey, user.id);
      if (tag) throw new ProblemError('LOCKED_OUT', { lock_out: tag });
      await restore(board, id, framesBefore);
    },

    /** A device with a lock-out tag waits for the next run. */
    async endIdle(): Promise<void> {
      for (const { id, deviceKey, deviceId, framesBefore } of await listIdle(db, new Date(now() - IDLE_MS))) {
        if (!framesBefore || (await lockOuts.find(db, deviceKey, null))) continue;
        await restore({ deviceKey, deviceId }, id, framesBefore);
      }
    },
  };
}
export type FastFrames = ReturnType<typeof createFastFrames>;
