import { createHash, timingSafeEqual } from 'node:crypto';
import { DeviceId } from '@manoboard/contract/text';
import type { Info } from '@manoboard/contract/topics';
import { canOperate } from '@manoboard/domain/access';
import { isStaff } from '@manoboard/domain/roles';
import * as z from 'zod/mini';
import type { Db } from '../../db/db.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Board } from '../../link/link.ts';
import type { QuietWarn } from '../../log.ts';
import {
  findBoard,
  findDevice,
  listDeviceIds,
  listDevices,
  listFcDevices,
  listKnownIds,
  updateInfo,
} from './devices.repo.ts';

/** Secrets of boards are long and random, so a plain hash keeps them; it must be quick when a thousand boards come back at once. */
export const hashSecret = (secret: string | Uint8Array) => createHash('sha256').update(secret).digest();

interface Neighbours {
  db: Db;
  isOnline: (idDev: string) => boolean;
  listOnline: () => string[];
  /** Are the boards of the demo let in? */
  isDemo: boolean;
  quietWarn: QuietWarn;
}

export function createDevices({ db, isOnline, listOnline, quietWarn, isDemo }: Neighbours) {
  /** R7.2: the three roles reach everything, others what they have. */
  const reach = (user: SessionUser) => (isStaff(user.roles) ? null : user.id);

  /** Either ID; what one may not operate answers like what does not exist. */
  async function resolve(user: SessionUser, id: string): Promise<Board> {
    const device = await findDevice(db, user.id, id);
    if (!device || !canOperate(user.roles, device.relation)) throw new ProblemError('DEVICE_NOT_FOUND');
    return { deviceId: device.deviceId, idDev: device.idDev };
  }

  return {
    resolve,
    list: (user: SessionUser) => listDevices(db, user.id),
    listFc: (user: SessionUser) => listFcDevices(db, reach(user)),
    listOnline: async (user: SessionUser) =>
      canOperate(user.roles, 'none') ? listOnline() : (await listDeviceIds(db, user.id)).filter(isOnline),

    /** Own and delegated ones, and those of `others` that the user may operate. */
    async visibleIds(user: SessionUser, others: readonly string[]): Promise<string[]> {
      const own = await listDeviceIds(db, user.id);
      if (others.length === 0 || !canOperate(user.roles, 'none')) return own;
      return [...new Set([...own, ...(await listKnownIds(db, others))])];
    },

    async authenticateBoard(idDev: string, secret: Uint8Array): Promise<Board | undefined> {
      if (!z.safeParse(DeviceId, idDev).success) return undefined;
      const board = await findBoard(db, idDev, isDemo);
      if (!board || !timingSafeEqual(board.secretHash, hashSecret(secret))) return undefined;
      return { deviceId: board.deviceId, idDev };
    },

    async recordInfo({ deviceId, idDev }: Board, info: Info): Promise<void> {
      const { hasFc } = await updateInfo(db, deviceId, info);
      if (!hasFc)
        quietWarn(
          `fc:${idDev}`,
          { board: idDev, fc: info.fc.id },
          'a board claims a converter of another board',
        );
    },
  };
}
export type Devices = ReturnType<typeof createDevices>;
