import { recordChange } from '../../audit-log/changes.ts';
import type { Db } from '../../db/db.ts';
import type { Events } from '../../events.ts';
import { createDueWatch } from '../../jobs/due-watch.ts';
import type { Logger } from '../../log.ts';
import type { Tell } from '../../news.ts';
import { claimEnded, findNextEnd } from './delegation.repo.ts';

interface Neighbours {
  db: Db;
  events: Events;
  log: Logger;
  now: () => number;
  tell: Tell;
}

/** R4.3b: an expired delegation is announced like a revoked one, if need be at the next start. */
export function createEndWatch({ db, events, log, now, tell }: Neighbours) {
  async function tellEnded(transaction: Db, at: Date) {
    const event = { type: 'delegation_ended', reason: 'expired' } as const;
    const ended = await claimEnded(transaction, at);
    for (const { userId, deviceId } of ended) await tell(transaction, { deviceId, readers: [userId], event });
    for (const { userId, deviceId, expiresAt } of ended)
      await recordChange(transaction, at, {
        ...{ deviceKey: deviceId, kind: 'access', action: 'expired', by: null, personId: userId },
        fields: [{ field: 'expires_at', old: Math.floor(expiresAt.getTime() / 1000), new: null }],
      });
    return ended;
  }

  return createDueWatch({
    log,
    now,
    failure: 'ended delegations could not be looked up',
    async run(at) {
      const ended = await db.transaction().execute((transaction) => tellEnded(transaction, at));
      if (ended.length > 0) {
        const userIds = ended.map(({ userId }) => userId);
        events.emit('devicesChanged', userIds);
        events.emit('inboxChanged', userIds);
        for (const { idDev } of ended) events.emit('activity', { idDev });
      }
      return findNextEnd(db, at);
    },
  });
}
