import type { Command } from '@manoboard/contract/command/command';
import type { Core } from '../../core.ts';
import type { AllowedDevice } from '../../http/rules.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Board } from '../../link/link.ts';
import type { LockOuts } from '../settings/lock-out/lock-out.service.ts';
import type { Commands } from './commands.service.ts';

interface Needs extends Pick<Core, 'log'> {
  commands: Pick<Commands, 'request'>;
  lockOuts: Pick<LockOuts, 'board'>;
  owns: (deviceId: string) => boolean;
  isOnline: (deviceId: string) => boolean;
}

/** In the log of commands. */
const WHAT = 'lock-out';

/**
 * R5.10: setting a tag stops the pump and ends its planned starts. A board that is offline then is stopped when it connects,
 * unless it has confirmed the tag; an older board knows no tags, and a stop is all that holds it.
 */
export function createTagStops({ commands, lockOuts, log, owns, isOnline }: Needs) {
  function stop(user: SessionUser, device: AllowedDevice): void {
    if (!isOnline(device.deviceId)) return;
    const payload = { op: 'start_stop', val: false } as const;
    commands.request({ user, device, payload, what: WHAT, value: false }).catch((err) =>
      // The tag stays unconfirmed, and is shown so.
      log.info({ err, board: device.deviceId }, 'the pump of a lock-out tag could not be stopped'),
    );
  }

  const warn = (board: string) => (err: unknown) =>
    log.warn({ err, board }, 'the lock-out tag of a board could not be read');

  async function stopUnconfirmed({ deviceKey, deviceId }: Board): Promise<void> {
    const { tag, isConfirmed } = await lockOuts.board.find(deviceKey);
    const unconfirmed = tag && !isConfirmed && (await lockOuts.board.findUnconfirmed(deviceKey));
    if (!unconfirmed) return;
    // The author may have lost the access since; the tag still holds, so the stop is sent.
    const { userId, access } = unconfirmed;
    const device = {
      deviceKey,
      deviceId,
      relation: access ?? 'owner',
      expiresAtS: null,
      visibleFromS: null,
    };
    stop({ id: userId, sessionId: '', roles: [] }, device);
  }

  return {
    stop,

    /** The tag stays unconfirmed without the database, and its board is stopped at its next birth. */
    receiveBirth: (board: Board): Promise<void> => stopUnconfirmed(board).catch(warn(board.deviceId)),

    async receiveCommand({ op, value, status, device_id, created_at }: Command): Promise<void> {
      if (op !== 'start_stop' || value !== false || status !== 'done' || !owns(device_id)) return;
      await lockOuts.board.confirmStop(device_id, new Date(created_at * 1000)).catch(warn(device_id));
    },
  };
}
