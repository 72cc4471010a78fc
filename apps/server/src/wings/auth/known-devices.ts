import { DAY_S } from '@manoboard/domain/time';
import type { Db } from '../../db/db.ts';
import { listDeviceUsers, type NewDevice } from './known-device.repo.ts';
import { hashToken, newToken } from './token.ts';

export const DEVICE_LIFETIME_S = 365 * DAY_S;

/** R3.3: a browser keeps a random token after a login; the database keeps its hash with each account that used it. */
export function createKnownDevices({ db, now }: { db: Db; now: () => number }) {
  return {
    /** The accounts that know the browser with this token. */
    usersOf: async (token: string | undefined): Promise<number[]> =>
      token ? listDeviceUsers(db, hashToken(token), new Date(now())) : [],

    /** The next token of a browser, and what the database keeps of it. */
    renew(token: string | undefined): { deviceToken: string; device: NewDevice } {
      const deviceToken = newToken();
      const device = {
        tokenHash: hashToken(deviceToken),
        replacedHash: token ? hashToken(token) : undefined,
        usedAt: new Date(now()),
        expiresAt: new Date(now() + DEVICE_LIFETIME_S * 1000),
      };
      return { deviceToken, device };
    },
  };
}
export type KnownDevices = ReturnType<typeof createKnownDevices>;
