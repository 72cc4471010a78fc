import { createHash, timingSafeEqual } from 'node:crypto';
import type { Info } from '@manoboard/contract/topics';
import { canOperate } from '@manoboard/domain/access';
import { isStaff } from '@manoboard/domain/roles';
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
  updateInfo,
} from './devices.repo.ts';

/** Secrets of boards are long and random, so a plain hash keeps them; it must be quick when a thousand boards come back at once. */
export const hashSecret = (secret: string | Uint8Array) => createHash('sha256').update(secret).digest();

interface Neighbours {
  db: Db;
  isOnline: (idDev: string) => boolean;
  quietWarn: QuietWarn;
}

export function createDevices({ db, isOnline, quietWarn }: Neighbours) {
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
    listOnline: async (user: SessionUser) => (await listDeviceIds(db, reach(user))).filter(isOnline),

    /** Own and delegated ones, and those of `others` that the user may operate. */
    async visibleIds(user: SessionUser, others: readonly string[]): Promise<string[]> {
      const ids = new Set(await listDeviceIds(db, user.id));
      for (const id of others) {
        const device = ids.has(id) ? undefined : await findDevice(db, user.id, id);
        if (device && canOperate(user.roles, device.relation)) ids.add(device.idDev);
      }
      return [...ids];
    },

    async authenticateBoard(idDev: string, secret: Uint8Array): Promise<Board | undefined> {
      const board = await findBoard(db, idDev);
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
