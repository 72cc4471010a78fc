import { DAY_MS } from '@manoboard/domain/time';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { listLastData } from '../../state/last-data.repo.ts';
import type { LastValueMap } from '../../state/last-values.ts';
import { type FramePosition, listLaterFrames } from '../history/store/append.repo.ts';

/** A board's clock may be corrected: a later frame can carry a time that is this much earlier. */
const CLOCK_SLACK_MS = 10 * 60_000;
/** Boards keep unsent frames for a day: the first frames of a new device are at most this old. */
const OUTBOX_MS = DAY_MS;
const DEVICES_A_QUERY = 500;
const FRAMES_A_QUERY = 5000;

type Stored = Awaited<ReturnType<typeof listLastData>>[number];

/**
 * Last values are written a second late, so after a crash some stored frames are later than them. Reads only those:
 * after a clean stop there are none. `deviceKeys`: of these devices, when another server had them; without it of all.
 */
export async function restoreLastValues(
  db: Db,
  values: LastValueMap,
  deviceKeys?: readonly DeviceKey[],
): Promise<void> {
  const stored = await listLastData(db, deviceKeys);
  for (const { deviceKey, deviceId, boot, seq, last } of stored)
    if (boot !== null && seq !== null && last !== null)
      values.restore(deviceId, { deviceKey, boot, seq, last });

  const newestMs = stored.reduce((most, { updatedAt }) => Math.max(most, updatedAt?.getTime() ?? 0), 0);
  const position = ({ deviceKey, deviceId }: Stored): FramePosition => {
    const known = values.position(deviceId);
    if (known) return { deviceKey, ...known, since: new Date((known.ts ?? 0) * 1000 - CLOCK_SLACK_MS) };
    return { deviceKey, boot: -1, seq: -1, since: newestMs > 0 ? new Date(newestMs - OUTBOX_MS) : null };
  };
  for (let at = 0; at < stored.length; at += DEVICES_A_QUERY) {
    const devices = stored.slice(at, at + DEVICES_A_QUERY);
    const deviceIds = new Map(devices.map(({ deviceKey, deviceId }) => [deviceKey, deviceId]));
    let isMore = true;
    while (isMore) {
      const frames = await listLaterFrames(db, devices.map(position), FRAMES_A_QUERY);
      for (const { deviceKey, frame, receivedAtS } of frames)
        values.apply(deviceKey, deviceIds.get(deviceKey) ?? '', frame, receivedAtS);
      isMore = frames.length === FRAMES_A_QUERY;
    }
  }
}
