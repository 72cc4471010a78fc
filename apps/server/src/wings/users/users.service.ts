import type { Personalization, User } from '@manoboard/contract/account/account';
import { WRITE_HEADERS } from '@manoboard/contract/command/command';
import type { LastVisit } from '@manoboard/contract/device/device-access';
import type { Core } from '../../core.ts';
import { getAccount } from '../../db/account.ts';
import type { AllowedDevice } from '../../http/rules.ts';
import type { SessionUser } from '../../http/session.ts';
import { setPersonalization } from '../auth/account.repo.ts';
import { listRoles } from '../auth/role.repo.ts';
import { listLastVisits } from './managed-users.repo.ts';

interface Needs extends Pick<Core, 'db' | 'now'> {
  /** Whether alarms do not reach the user, or others whom they are responsible for. */
  lacksAlerts: (user: SessionUser) => Promise<boolean>;
  preferencesOf: (user: SessionUser) => Promise<Personalization>;
}

export const createUsers = ({ db, now, lacksAlerts, preferencesOf }: Needs) => ({
  async me(user: SessionUser): Promise<User> {
    const [account, isLacking] = await Promise.all([getAccount(db, user.id), lacksAlerts(user)]);
    return {
      ...account,
      ...(isLacking && { lacks_alerts: true }),
      ...(user.lacksFactor && { needs_factor: true }),
      write_headers: WRITE_HEADERS,
    };
  },
  /** R3.7 */
  roles: (user: SessionUser) => listRoles(db, user.id),

  personalization: preferencesOf,

  /** R4.3b: what an owner reads of those who have access. */
  async lastVisits({ deviceKey }: AllowedDevice): Promise<LastVisit[]> {
    const rows = await listLastVisits(db, deviceKey, new Date(now()));
    return rows.map(({ userId, at }) => ({ user_id: userId, timestamp: Math.floor(at.getTime() / 1000) }));
  },

  async personalize(user: SessionUser, personalization: Personalization): Promise<Personalization> {
    await setPersonalization(db, user.id, personalization);
    return personalization;
  },
});
export type Users = ReturnType<typeof createUsers>;
