import type { Db } from '../../db/db.ts';
import type { Events } from '../../events.ts';
import type { Logger } from '../../log.ts';
import { findNextEnd, listEnded } from './delegation.repo.ts';

interface Neighbours {
  db: Db;
  events: Events;
  log: Logger;
  now: () => number;
}

/** The clock may be set, and a timer holds 24 days at most. */
const LOOK_AGAIN_MS = 60_000;
const AFTER_FAILURE_MS = 500;

/** R4.3b: who has lost access by the clock hears of it as one whose access was revoked. */
export function createEndWatch({ db, events, log, now }: Neighbours) {
  let seenUntil = new Date(now());
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  let isStopped = false;

  async function announceEnded(): Promise<number> {
    const until = new Date(now());
    const userIds = await listEnded(db, seenUntil, until);
    seenUntil = until;
    if (userIds.length > 0) events.emit('devicesChanged', userIds);
    const next = await findNextEnd(db, seenUntil);
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
