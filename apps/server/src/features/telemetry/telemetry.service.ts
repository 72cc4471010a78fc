import type { Status, Tele } from '@manoboard/contract/mqtt/topics';
import type { LastData } from '@manoboard/contract/nouns/device';
import type { DeviceConfig } from '@manoboard/contract/nouns/device-config';
import { applyStatus, type Connection } from '@manoboard/domain/telemetry/connection';
import { frameInterval } from '@manoboard/domain/telemetry/frame-interval';
import { measuredAt } from '@manoboard/domain/telemetry/last-data';
import type { Db } from '../../db/db.ts';
import type { Events } from '../../events.ts';
import type { Board } from '../../link/link.ts';
import type { Logger } from '../../log.ts';
import type { Metrics } from '../../metrics.ts';
import { createLastDataKeeper } from '../../state/last-data-keeper.ts';
import { createLastValues } from '../../state/last-values.ts';
import { createFrameWriter } from './frame-writer.ts';
import { restoreLastValues } from './restore-last-values.ts';

/** A clock that was set back is noticed so soon. */
const HEAL_EVERY_MS = 1000;

interface Neighbours {
  db: Db;
  events: Events;
  metrics: Metrics;
  log: Logger;
  now: () => number;
  /** False on a full disk and while the database is away: frames are shown, and the boards keep them. */
  mayStore: () => boolean;
}

/** How a board stands now; the times are Unix seconds, `null` where nothing is known since the server started. */
export interface Presence {
  isOnline: boolean;
  /** Since when it is online, or offline. */
  sinceS: number | null;
  lastSeenS: number | null;
}

/** Readings come in, last values and the online state come out. */
export function createTelemetry({ db, events, metrics, log, now, mayStore }: Neighbours) {
  const writer = createFrameWriter(db, metrics);
  const values = createLastValues();
  const keeper = createLastDataKeeper({ db, values, log, now });
  const connections = new Map<string, Connection & { sinceS: number }>();
  const seen = new Map<string, number>();
  /** The connection that each board's last birth came by. */
  const born = new Map<string, Board>();
  const nowS = () => Math.floor(now() / 1000);
  /** The clock may have been set back since. */
  const notAfterNow = (atS: number | null) => atS && Math.min(atS, nowS());
  let healer: NodeJS.Timeout | undefined;

  function show({ deviceKey, deviceId }: Board, frame: Tele, receivedAtS: number) {
    const last = values.apply(deviceKey, deviceId, frame, receivedAtS);
    if (last) events.emit('lastData', last);
  }

  /** Stored first; only then seen, and only then acknowledged. */
  async function receiveTele(board: Board, frame: Tele): Promise<void> {
    const { deviceKey, deviceId } = board;
    const receivedAtMs = now();
    const receivedAtS = Math.floor(receivedAtMs / 1000);
    seen.set(deviceId, receivedAtS);
    if (!mayStore()) {
      show(board, frame, receivedAtS);
      throw new Error('frames cannot be stored now: the board keeps it');
    }
    const { byBoardClock } = measuredAt(frame.ts, receivedAtS);
    await writer.write({
      deviceKey,
      tsMs: byBoardClock ? frame.ts * 1000 : receivedAtMs,
      receivedAtMs,
      isPlacedByArrival: !byBoardClock,
      frame,
    });
    show(board, frame, receivedAtS);
  }

  function setConnection(deviceId: string, next: Connection) {
    const known = connections.get(deviceId);
    const sinceS = known?.isOnline === next.isOnline ? known.sinceS : nowS();
    connections.set(deviceId, { ...next, sinceS });
    if ((known?.isOnline ?? false) !== next.isOnline)
      events.emit('online', { deviceId, isOnline: next.isOnline });
  }

  async function receiveStatus(board: Board, status: Status): Promise<void> {
    const { deviceId } = board;
    if (status.online === 1) {
      values.begin(deviceId, status.boot);
      born.set(deviceId, board);
    }
    setConnection(deviceId, applyStatus(connections.get(deviceId), status));
    if (status.online === 0) return;
    seen.set(deviceId, nowS());
    events.emit('birth', board);
  }

  /** What the board now works with says how often it sends. */
  function noteConfig(deviceId: string, config: DeviceConfig | undefined) {
    const last = values.setInterval(deviceId, frameInterval(config));
    if (last) events.emit('lastData', last);
  }

  /** An old connection may end after the new one has begun: that says nothing of the new one. */
  function lost(board: Board) {
    const { deviceId } = board;
    const known = connections.get(deviceId);
    if (known && born.get(deviceId) === board) setConnection(deviceId, { ...known, isOnline: false });
  }

  function healTimes() {
    for (const last of values.healTimes(nowS())) events.emit('lastData', last);
  }

  return {
    receiveTele,
    receiveStatus,
    lost,
    noteConfig,
    lastData: (deviceId: string): LastData => values.get(deviceId),
    listLastData: values.list,
    isOnline: (deviceId: string) => connections.get(deviceId)?.isOnline ?? false,
    presence: (deviceId: string): Presence => ({
      isOnline: connections.get(deviceId)?.isOnline ?? false,
      sinceS: notAfterNow(connections.get(deviceId)?.sinceS ?? null),
      lastSeenS: notAfterNow(seen.get(deviceId) ?? values.get(deviceId).received_at),
    }),
    listOnline: () => [...connections].flatMap(([deviceId, { isOnline }]) => (isOnline ? [deviceId] : [])),
    async start() {
      await restoreLastValues(db, values);
      healTimes();
      healer = setInterval(healTimes, HEAL_EVERY_MS);
      keeper.start();
    },
    async stop() {
      clearInterval(healer);
      await writer.settle();
      await keeper.stop();
    },
  };
}
export type Telemetry = ReturnType<typeof createTelemetry>;
