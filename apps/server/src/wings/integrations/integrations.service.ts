import { randomBytes, timingSafeEqual } from 'node:crypto';
import type {
  Integration,
  IntegrationChange,
  IntegrationList,
  IntegrationWithPassword,
  NewIntegration,
} from '@manoboard/contract/integration/integration';
import { integrationPrefix } from '@manoboard/contract/mqtt/integration-topics';
import { actingRole } from '@manoboard/domain/access/policy';
import { appendAudit } from '../../audit-log/audit-log.ts';
import type { Core } from '../../core.ts';
import type { Db } from '../../db/db.ts';
import { findHeldKeys } from '../../db/live-access.ts';
import { lockUser } from '../../db/locks.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { SessionUser } from '../../http/session.ts';
import { hashSecret } from '../devices/devices.service.ts';
import type { NotifyAccess } from '../inbox/notice.ts';
import {
  deleteIntegration,
  findLogin,
  type IntegrationRow,
  insertIntegration,
  listIntegrations,
  refuseNewIntegration,
  updateIntegration,
} from './integrations.repo.ts';

interface Needs extends Pick<Core, 'db' | 'outbox' | 'now'> {
  notifyAccess: NotifyAccess;
  /** Address of the broker for other programs. */
  brokerUrl: string | undefined;
}

const toSeconds = (at: Date) => Math.floor(at.getTime() / 1000);
const toIntegration = ({ created_at, last_used_at, ...row }: IntegrationRow): Integration => ({
  ...row,
  username: integrationPrefix(row.id),
  created_at: toSeconds(created_at),
  last_used_at: last_used_at && toSeconds(last_used_at),
});

/** Logins on the broker that users create for other programs. */
export function createIntegrations(needs: Needs) {
  const { db, outbox, now, notifyAccess, brokerUrl } = needs;

  /** The event reaches one server; the others read the rows once a second. */
  async function record(
    tx: Db,
    user: SessionUser,
    action: 'added' | 'changed' | 'removed',
    row: IntegrationRow | undefined,
  ): Promise<Integration> {
    if (!row) throw new ProblemError('CHANNEL_NOT_FOUND');
    const { id: integrationId, can_switch: canSwitch } = row;
    const by = { userId: user.id, role: actingRole('see', user.roles, 'none') };
    await outbox.publish(tx, ['integrationChanged', integrationId]);
    await appendAudit(tx, new Date(now()), { kind: 'integration', action, integrationId, canSwitch, by });
    return toIntegration(row);
  }

  /** Chosen devices must be held by the user; null is all of them. */
  async function keysOf(tx: Db, user: SessionUser, devices: readonly string[] | null) {
    if (devices === null) return null;
    const keys = await findHeldKeys(tx, user.id, devices, new Date(now()));
    if (!keys) throw new ProblemError('DEVICE_NOT_FOUND');
    return keys;
  }

  return {
    list: async (user: SessionUser): Promise<IntegrationList> => ({
      broker_url: brokerUrl ?? null,
      integrations: (await listIntegrations(db, user.id, new Date(now()))).map(toIntegration),
      refusal: await refuseNewIntegration(db, user.id, new Date(now())),
    }),

    add(user: SessionUser, { name, devices = null }: NewIntegration): Promise<IntegrationWithPassword> {
      const password = randomBytes(32).toString('base64url');
      return outbox.transaction(db, async (tx) => {
        await lockUser(tx, user.id);
        const refusal = await refuseNewIntegration(tx, user.id, new Date(now()));
        if (refusal) throw new ProblemError(refusal);
        const passwordHash = hashSecret(password);
        const deviceKeys = await keysOf(tx, user, devices);
        const at = new Date(now());
        const row = await insertIntegration(tx, { userId: user.id, name, deviceKeys, passwordHash, at });
        await notifyAccess(tx, [user.id], { what: 'integration', subject: name });
        return { ...(await record(tx, user, 'added', row)), password };
      });
    },

    change: (
      user: SessionUser,
      id: string,
      { devices, ...change }: IntegrationChange,
    ): Promise<Integration> =>
      outbox.transaction(db, async (tx) => {
        const deviceKeys = devices === undefined ? undefined : await keysOf(tx, user, devices);
        const at = new Date(now());
        const row = await updateIntegration(tx, user.id, Number(id), { ...change, deviceKeys }, at);
        if (row && change.can_switch)
          await notifyAccess(tx, [user.id], { what: 'integration_switch', subject: row.name });
        return record(tx, user, 'changed', row);
      }),

    async remove(user: SessionUser, id: string): Promise<void> {
      await outbox.transaction(db, async (tx) =>
        record(tx, user, 'removed', await deleteIntegration(tx, user.id, Number(id), new Date(now()))),
      );
    },

    /** The user of the login. Refused while the account has no confirmed e-mail or no device. */
    async authenticate(id: number, password: Uint8Array): Promise<number | undefined> {
      const login = await findLogin(db, id, new Date(now()));
      return login && timingSafeEqual(login.hash, hashSecret(password)) ? login.userId : undefined;
    },
  };
}
export type Integrations = ReturnType<typeof createIntegrations>;
