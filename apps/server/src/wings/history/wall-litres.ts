import type { WallLitres } from '@manoboard/contract/device/wall.calls';
import type { History } from '@manoboard/contract/history/history';
import { litresOf } from '@manoboard/domain/history/litres';
import type { FrameInterval } from '@manoboard/domain/telemetry/frame-interval';
import { DAY_MS } from '@manoboard/domain/time';
import { zoneOf } from '@manoboard/domain/time-zone';
import type { Core } from '../../core.ts';
import type { SessionUser } from '../../http/session.ts';
import type { HistoryDevice } from './history-blocks.ts';
import type { Readers } from './reader-pool.ts';

interface Needs extends Pick<Core, 'now'> {
  readers: Readers;
  intervalOf: (deviceId: string) => FrameInterval;
  /** The pumps of the wall of a user. */
  listWatched: (user: SessionUser) => Promise<HistoryDevice[]>;
}

/** As the page of a pump, whose figure the wall repeats: buckets of at most three minutes. */
const POINTS = 480;
const METRICS = ['flow', 'flow_error'] as const;
/** For the budget of reads: of all pumps of a wall. */
export const WALL_POINTS = POINTS * METRICS.length;

/** R9.2: litres since midnight of the zone, with their band; pumps without a known flow are missing. */
export function createWallLitres({ now, readers, intervalOf, listWatched }: Needs) {
  return async (user: SessionUser, zoneName: string, signal: AbortSignal): Promise<WallLitres[]> => {
    const zone = zoneOf(zoneName);
    const nowMs = now();
    const wallMs = zone.wallOf(nowMs);
    const from = Math.floor(zone.instantOf(wallMs - (wallMs % DAY_MS)) / 1000);
    // A range has a length, also at midnight.
    const to = Math.max(from + 1, Math.floor(nowMs / 1000));
    const query = { from, to, metrics: [...METRICS], points: `${POINTS}` };
    const ofDevice = async (device: HistoryDevice): Promise<WallLitres[]> => {
      const interval = intervalOf(device.deviceId);
      const { body } = await readers.read(user.id, { name: 'history', device, query, interval }, signal);
      const found = litresOf(JSON.parse(body.toString()) as History, from, to);
      // A wall has no room for "since noon".
      if (!found || found.sinceS - from > (to - from) / 2) return [];
      return [{ device_id: device.deviceId, litres: found.litres, error: found.error }];
    };
    const litres: WallLitres[] = [];
    // One after the other: a wall has time, the graphs of people do not.
    for (const device of await listWatched(user)) litres.push(...(await ofDevice(device)));
    return litres;
  };
}
export type ReadWallLitres = ReturnType<typeof createWallLitres>;
