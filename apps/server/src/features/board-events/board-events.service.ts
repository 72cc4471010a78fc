import type { Event } from '@manoboard/contract/mqtt/event';
import type { BoardEvent } from '@manoboard/contract/nouns/activity';
import { type ProtectionCode, STOPPING_CODES } from '@manoboard/domain/protection/codes';
import { measuredAt } from '@manoboard/domain/telemetry/last-data';
import type { Db } from '../../db/db.ts';
import type { Board } from '../../link/link.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { listEvents, listRaised, upsertEvent } from './board-events.repo.ts';

interface Neighbours {
  db: Db;
  /** For what boards say. */
  boards: Db;
  now: () => number;
  outbox: Outbox;
  /** What else is stored about the event, in the same transaction. */
  follow: (tx: Db, board: Board, event: Event, times: { at: Date; clearedAt: Date | null }) => Promise<void>;
}

/** What boards raise by themselves is kept before it is acknowledged: a board says it once. */
export const createBoardEvents = ({ db, boards, outbox, now, follow }: Neighbours) => ({
  async receiveEvent(board: Board, event: Event): Promise<void> {
    const receivedAtMs = now();
    const at = new Date(measuredAt(event.ts, Math.floor(receivedAtMs / 1000)).at * 1000);
    await outbox.transaction(boards, async (tx) => {
      const { clearedAt } = await upsertEvent(tx, board.deviceId, event, at, new Date(receivedAtMs));
      await follow(tx, board, event, { at, clearedAt });
    });
  },

  /** The protection that stopped each of these pumps and is still raised. */
  async listStops(deviceIds: readonly number[]): Promise<ReadonlyMap<number, ProtectionCode>> {
    if (deviceIds.length === 0) return new Map();
    const raised = await listRaised(db, deviceIds, STOPPING_CODES);
    return new Map(raised.map(({ deviceId, code }) => [deviceId, code]));
  },

  async list(on: Db, deviceId: number, ids: readonly string[]): Promise<BoardEvent[]> {
    const seconds = (date: Date | null) => date && date.getTime() / 1000;
    return (await listEvents(on, deviceId, ids)).map(({ raised_at, cleared_at, ...event }) => ({
      ...event,
      raised_at: seconds(raised_at),
      cleared_at: seconds(cleared_at),
    }));
  },
});
export type BoardEvents = ReturnType<typeof createBoardEvents>;
