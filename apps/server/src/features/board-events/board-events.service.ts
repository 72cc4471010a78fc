import type { BoardEvent } from '@manoboard/contract/activity';
import type { Event } from '@manoboard/contract/event';
import { measuredAt } from '@manoboard/domain/last-data';
import type { Db } from '../../db/db.ts';
import type { Board } from '../../link/link.ts';
import { listEvents, upsertEvent } from './board-events.repo.ts';

interface Neighbours {
  db: Db;
  now: () => number;
  /** What else is kept of it, in the same transaction; gives back what to tell when that is done. */
  follow: (
    trx: Db,
    board: Board,
    event: Event,
    times: { at: Date; clearedAt: Date | null },
  ) => Promise<(() => void) | undefined>;
}

/** What boards raise by themselves is kept before it is acknowledged: a board says it once. */
export const createBoardEvents = ({ db, now, follow }: Neighbours) => ({
  async receiveEvent(board: Board, event: Event): Promise<void> {
    const receivedAtMs = now();
    const at = new Date(measuredAt(event.ts, Math.floor(receivedAtMs / 1000)).at * 1000);
    const tell = await db.transaction().execute(async (trx) => {
      const { clearedAt } = await upsertEvent(trx, board.deviceId, event, at, new Date(receivedAtMs));
      return follow(trx, board, event, { at, clearedAt });
    });
    tell?.();
  },

  async list(deviceId: number, ids: readonly string[]): Promise<BoardEvent[]> {
    const seconds = (date: Date | null) => date && date.getTime() / 1000;
    return (await listEvents(db, deviceId, ids)).map(({ raised_at, cleared_at, ...event }) => ({
      ...event,
      raised_at: seconds(raised_at),
      cleared_at: seconds(cleared_at),
    }));
  },
});
