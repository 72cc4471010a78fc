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
  async function tellEnded(transaction: Db, at: Date): Promise<number[]> {
    const event = { type: 'delegation_ended', reason: 'expired' } as const;
    const ended = await claimEnded(transaction, at);
    for (const { userId, deviceId } of ended) await tell(transaction, { deviceId, readers: [userId], event });
    return ended.map(({ userId }) => userId);
  }

  return createDueWatch({
    log,
    now,
    failure: 'ended delegations could not be looked up',
    async run(at) {
      const userIds = await db.transaction().execute((transaction) => tellEnded(transaction, at));
      if (userIds.length > 0) {
        events.emit('devicesChanged', userIds);
        events.emit('inboxChanged', userIds);
      }
      return findNextEnd(db, at);
    },
  });
}
export type EndWatch = ReturnType<typeof createEndWatch>;
