import type { LastData } from '@manoboard/contract/device/device';
import type { DeviceConfig } from '@manoboard/contract/device/device-config';
import type { Status, Tele } from '@manoboard/contract/mqtt/topics';
import { frameInterval } from '@manoboard/domain/telemetry/frame-interval';
import { measuredAt } from '@manoboard/domain/telemetry/last-data';
import type { ServerEvents } from '../../bus/server-events.ts';
import type { Core } from '../../core.ts';
import type { Board, FrameHandler } from '../../link/link.ts';
import { createLastDataKeeper } from '../../state/last-data-keeper.ts';
import { createLastValues, type LastValueMap } from '../../state/last-values.ts';
import type { Presence, PresenceStore } from '../../state/presence.ts';
import { createFrameWriter, type FrameWriter } from '../history/store/frame-writer.ts';
import { createLiveCopies } from './live-copies.ts';
import { restoreLastValues } from './restore-last-values.ts';

/** How soon a clock that was set back is noticed. */
const HEAL_EVERY_MS = 1000;

interface Needs extends Pick<Core, 'db' | 'bus' | 'metrics' | 'log' | 'now' | 'cluster'> {
  hub: Pick<Core['hub'], 'onWatched'>;
  presence: PresenceStore;
  /** False on a full disk and while the database is away: frames are shown but not acknowledged. */
  mayStore: () => boolean;
}

/**
 * Shows the values at receipt, so that no commit delays a page; the broker acknowledges the frame after its commit.
 * What is shown before it is stored then, or sent again by the board.
 */
function createFrameHandler(
  needs: Needs,
  values: LastValueMap,
  writer: Pick<FrameWriter, 'add'>,
): FrameHandler {
  const { bus, presence, mayStore, cluster } = needs;
  const copies = cluster && createLiveCopies({ ...needs, cluster, values });

  function show({ deviceKey, deviceId }: Board, frame: Tele, receivedAtS: number) {
    const last = values.apply(deviceKey, deviceId, frame, receivedAtS);
    if (!last) return;
    bus.publish('lastData', last);
    copies?.share(deviceId);
  }

  /** Returns an error of a subscriber, which must not reach the other frames of the commit. */
  function publishStored(news: ServerEvents['frameStored']): Error | undefined {
    try {
      bus.publish('frameStored', news);
      return undefined;
    } catch (error) {
      return error as Error;
    }
  }

  return (board, frame, { atMs: receivedAtMs, isRetry }, done) => {
    const { deviceKey, deviceId } = board;
    const receivedAtS = Math.floor(receivedAtMs / 1000);
    if (!isRetry) {
      presence.markSeen(deviceId);
      show(board, frame, receivedAtS);
    }
    if (!mayStore()) {
      done(new Error('frames cannot be stored now: the board keeps this one'));
      return;
    }
    const { byBoardClock } = measuredAt(frame.ts, receivedAtS);
    const tsMs = byBoardClock ? frame.ts * 1000 : receivedAtMs;
    writer.add({ deviceKey, tsMs, receivedAtMs, isPlacedByArrival: !byBoardClock, frame }, (error) =>
      done(error ?? publishStored({ board, frame, tsMs, receivedAtMs, hasClock: byBoardClock })),
    );
  };
}

/** Stores frames; keeps the last values and the presence of boards. */
export function createTelemetry(needs: Needs) {
  const { db, bus, metrics, presence, log, now, cluster } = needs;
  const countServers = () => Math.max(1, cluster?.living().length ?? 1);
  const writer = createFrameWriter(db, metrics, countServers);
  const values = createLastValues();
  const keeper = createLastDataKeeper({ db, values, log, now, countServers });
  const nowS = () => Math.floor(now() / 1000);
  /** The clock may have been set back. */
  const notAfterNow = (atS: number | null) => atS && Math.min(atS, nowS());
  let healer: NodeJS.Timeout | undefined;

  async function receiveStatus(board: Board, status: Status): Promise<void> {
    const { deviceId } = board;
    if (status.online === 1) values.begin(deviceId, status.boot);
    presence.applyStatus(board, status);
    if (status.online === 0) return;
    presence.markSeen(deviceId);
    bus.publish('birth', board);
  }

  /** R4.4: the configuration that the board has applied sets how often it sends frames. */
  function noteConfig(deviceId: string, config: DeviceConfig | undefined) {
    const last = values.setInterval(deviceId, frameInterval(config));
    if (last) bus.publish('lastData', last);
  }

  function healTimes() {
    for (const last of values.healTimes(nowS())) bus.publish('lastData', last);
  }

  return {
    receiveTele: createFrameHandler(needs, values, writer),
    receiveStatus,
    noteConfig,
    /** Another server had them: its last frames are stored, and maybe not known here. */
    takeBoards: (boards: readonly Board[]) =>
      restoreLastValues(
        db,
        values,
        boards.map(({ deviceKey }) => deviceKey),
      ),
    lastData: (deviceId: string): LastData => values.get(deviceId),
    listLastData: (deviceIds: readonly string[]) => values.list(deviceIds, presence.isConnecting),
    /** Devices that are online or have values; all others are offline and never sent anything. */
    listKnown: (): Iterable<string> => new Set([...values.deviceIds(), ...presence.listOnline()]),
    presence(deviceId: string): Presence {
      const { isOnline, isConnecting, sinceS, lastSeenS } = presence.get(deviceId);
      return {
        isOnline,
        isConnecting,
        sinceS: notAfterNow(sinceS),
        lastSeenS: notAfterNow(lastSeenS ?? values.receivedAtS(deviceId)),
      };
    },
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
