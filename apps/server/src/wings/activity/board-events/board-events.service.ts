import type { BoardEvent } from '@manoboard/contract/activity/activity';
import { type AnyEvent, type Event, isKnownEvent } from '@manoboard/contract/mqtt/event';
import { isStopOfPump, type ProtectionCode, STOPPING_CODES } from '@manoboard/domain/protection/codes';
import { measuredAt } from '@manoboard/domain/telemetry/last-data';
import { DAY_MS } from '@manoboard/domain/time';
import type { Core } from '../../../core.ts';
import { createBatchQueue, settleAll } from '../../../db/batch-calls.ts';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import type { Board } from '../../../link/link.ts';
import { countUnknown, listEvents, listRaised, upsertEvent } from './board-events.repo.ts';

interface Needs extends Pick<Core, 'db' | 'bus' | 'outbox' | 'now' | 'quietWarn'> {
  /** Connections for messages of boards. */
  boards: Db;
  /** What else is stored about the event, in the same transaction. */
  recordAlert: (
    tx: Db,
    board: Board,
    event: Event,
    times: { at: Date; clearedAt: Date | null },
  ) => Promise<void>;
}

function presentReading({ by, ...reading }: Event['d']): Pick<BoardEvent, 'reading' | 'started_by'> {
  return { reading, ...(by && { started_by: by }) };
}
/** Occurrences of unknown codes in the timeline of a device; a board with a fault or a bad will could fill it with more. */
const UNKNOWN = { most: 20, withinMs: DAY_MS };

interface Received {
  board: Board;
  event: Event;
  at: Date;
  receivedAt: Date;
}

/** Events of many boards at once are stored together; a board has one event at a time (`board-clients.ts`). */
const STORING = { maxBatch: 100, lanes: 2 };

/** Events are stored before they are acknowledged: a board sends each event once. */
export function createBoardEvents({ db, boards, bus, outbox, now, quietWarn, recordAlert }: Needs) {
  async function store(tx: Db, { board, event, at, receivedAt }: Received): Promise<void> {
    const { clearedAt } = await upsertEvent(tx, { deviceKey: board.deviceKey, event, at, receivedAt });
    await recordAlert(tx, board, event, { at, clearedAt });
  }
  const storing = createBatchQueue({
    ...STORING,
    async run(received: readonly Received[]): Promise<undefined[]> {
      await outbox.transaction(boards, (tx) => settleAll(received.map((each) => store(tx, each))));
      return [];
    },
    /** A protective stop is stored first. */
    isUrgent: ({ event: { st, sev, code } }) =>
      st === 'raised' && sev === 'alarm' && code !== 'STARTED' && isStopOfPump(code),
  });

  /** An entry of the timeline, without an alert. The board has one event at a time, so nothing is counted twice. */
  async function receiveUnknown(board: Board, event: AnyEvent, at: Date, receivedAt: Date): Promise<void> {
    const { deviceKey, deviceId } = board;
    const since = new Date(receivedAt.getTime() - UNKNOWN.withinMs);
    if ((await countUnknown(boards, deviceKey, event.id, since)) >= UNKNOWN.most) {
      const fields = { board: deviceId, code: event.code };
      return quietWarn('unknown-event', fields, 'events with unknown codes of a board were dropped');
    }
    await outbox.transaction(boards, async (tx) => {
      await upsertEvent(tx, { deviceKey, event, at, receivedAt });
      await outbox.publish(tx, ['activity', { deviceId }]);
    });
  }

  return {
    async receiveEvent(board: Board, event: AnyEvent): Promise<void> {
      const receivedAtMs = now();
      const at = new Date(measuredAt(event.ts, Math.floor(receivedAtMs / 1000)).at * 1000);
      if (!isKnownEvent(event)) return receiveUnknown(board, event, at, new Date(receivedAtMs));
      await storing.add({ board, event, at, receivedAt: new Date(receivedAtMs) });
      bus.publish('boardEvent', { board, event, atMs: at.getTime() });
    },

    /** The protection that stopped each of these pumps and is still raised. */
    async listStops(deviceKeys: readonly DeviceKey[]): Promise<ReadonlyMap<number, ProtectionCode>> {
      if (deviceKeys.length === 0) return new Map();
      const raised = await listRaised(db, deviceKeys, STOPPING_CODES);
      return new Map(raised.map(({ deviceKey, code }) => [deviceKey, code]));
    },

    async list(on: Db, deviceKey: DeviceKey, ids: readonly string[]): Promise<BoardEvent[]> {
      const seconds = (date: Date | null) => date && date.getTime() / 1000;
      return (await listEvents(on, deviceKey, ids)).map(({ raised_at, cleared_at, reading, ...event }) => ({
        ...event,
        ...presentReading(reading),
        raised_at: seconds(raised_at),
        cleared_at: seconds(cleared_at),
      }));
    },
  };
}
