import type { Event } from '@manoboard/contract/event';
import { measuredAt } from '@manoboard/domain/last-data';
import type { Db } from '../../db/db.ts';
import type { Board } from '../../link/link.ts';
import { upsertEvent } from './board-events.repo.ts';

/** What boards raise by themselves is kept before it is acknowledged: a board says it once. */
export const createBoardEvents = (db: Db, now: () => number) => ({
  async receiveEvent({ deviceId }: Board, event: Event): Promise<void> {
    const receivedAtMs = now();
    const { at } = measuredAt(event.ts, Math.floor(receivedAtMs / 1000));
    await upsertEvent(db, deviceId, event, new Date(at * 1000), new Date(receivedAtMs));
  },
});
