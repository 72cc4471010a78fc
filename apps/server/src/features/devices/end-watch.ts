import type { Db } from '../../db/db.ts';
import type { Events } from '../../events.ts';
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

/** The clock may be set, and a timer holds 24 days at most. */
const LOOK_AGAIN_MS = 60_000;
const AFTER_FAILURE_MS = 500;

/** R4.3b: who has lost access by the clock hears of it as one whose access was revoked, if need be at the next start. */
export function createEndWatch({ db, events, log, now, tell }: Neighbours) {
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  let isStopped = false;

  async function tellEnded(transaction: Db, at: Date): Promise<number[]> {
    const event = { type: 'delegation_ended', reason: 'expired' } as const;
    const ended = await claimEnded(transaction, at);
    for (const { userId, deviceId } of ended) await tell(transaction, { deviceId, readers: [userId], event });
    return ended.map(({ userId }) => userId);
  }

  async function announceEnded(): Promise<number> {
    const at = new Date(now());
    const userIds = await db.transaction().execute((transaction) => tellEnded(transaction, at));
    if (userIds.length > 0) {
      events.emit('devicesChanged', userIds);
      events.emit('inboxChanged', userIds);
    }
    const next = await findNextEnd(db, at);
    return Math.min(LOOK_AGAIN_MS, next ? Math.max(0, next.getTime() - now()) : LOOK_AGAIN_MS);
  }

  function look() {
    looking = looking.then(async () => {
      if (isStopped) return;
      const waitMs = await announceEnded().catch((err) => {
        log.warn({ err }, 'ended delegations could not be looked up');
        return AFTER_FAILURE_MS;
      });
      clearTimeout(timer);
      if (!isStopped) timer = setTimeout(look, waitMs);
    });
  }

  return {
    look,
    start: look,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
export type EndWatch = ReturnType<typeof createEndWatch>;
