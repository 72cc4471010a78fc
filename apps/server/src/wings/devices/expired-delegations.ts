import { appendAudit } from '../../audit-log/audit-log.ts';
import type { Core } from '../../core.ts';
import type { Db } from '../../db/db.ts';
import { createDueWatch } from '../../jobs/due-watch.ts';
import type { Notify } from '../inbox/notice.ts';
import { claimEnded, findNextEnd } from './delegation.repo.ts';

interface Needs extends Pick<Core, 'db' | 'outbox' | 'log' | 'now'> {
  notify: Notify;
}

/** R4.3b: notifies of an expired delegation as of a revoked one; after downtime at the next start. */
export function createExpiredDelegations({ db, outbox, log, now, notify }: Needs) {
  async function endExpired(tx: Db, at: Date): Promise<void> {
    const event = { type: 'delegation_ended', reason: 'expired' } as const;
    const ended = await claimEnded(tx, at);
    for (const { userId, deviceKey } of ended) await notify(tx, { deviceKey, readers: [userId], event });
    for (const { userId, deviceKey, expiresAt } of ended)
      await appendAudit(tx, at, {
        deviceKey,
        kind: 'access',
        action: 'expired',
        by: null,
        personId: userId,
        fields: [{ field: 'expires_at', old: Math.floor(expiresAt.getTime() / 1000), new: null }],
      });
    const userIds = ended.map(({ userId }) => userId);
    const activities = ended.map(({ deviceId }) => ['activity', { deviceId }] as const);
    if (ended.length > 0) await outbox.publish(tx, ['devicesChanged', userIds], ...activities);
  }

  return createDueWatch({
    log,
    now,
    failure: 'expired delegations could not be processed',
    async run(at) {
      await outbox.transaction(db, (tx) => endExpired(tx, at));
      return findNextEnd(db, at);
    },
  });
}
