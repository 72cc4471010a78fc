import { EventCode } from '@manoboard/contract/mqtt/event';
import { HOUR_MS } from '@manoboard/domain/time';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { listFrames } from '../history/store/stored-frames.repo.ts';

export const getCapabilities = async (db: Db, deviceKey: DeviceKey) =>
  (await db.selectFrom('device').where('id', '=', deviceKey).select('capabilities').executeTakeFirstOrThrow())
    .capabilities;

/** Events that the board has raised and not cleared. */
export async function listRaised(
  db: Db,
  deviceKey: DeviceKey,
): Promise<{ code: EventCode; at: Date | null }[]> {
  return db
    .selectFrom('board_event')
    .where('device_id', '=', deviceKey)
    .where('cleared_at', 'is', null)
    .where('code', 'in', EventCode.options)
    .select(['code', 'raised_at as at'])
    .$narrowType<{ code: EventCode }>()
    .orderBy('received_at', 'desc')
    .execute();
}

const RUN_STATES = [1, 2, 3];

/** The run state in the last frame before this time that shows neither fault nor power loss. */
export async function findRunStateBefore(
  db: Db,
  deviceKey: DeviceKey,
  before: Date,
  after: Date,
): Promise<number | undefined> {
  // From the newest hour back: mostly the first one has it.
  for (let toMs = before.getTime() + 1; toMs > after.getTime(); toMs -= HOUR_MS) {
    const fromMs = Math.max(toMs - HOUR_MS, after.getTime() + 1);
    const frames = await listFrames(db, deviceKey, fromMs, toMs, ['on_off_state_r']);
    const found = frames.findLast(({ d }) => RUN_STATES.includes(d.on_off_state_r ?? 0));
    if (found?.d.on_off_state_r) return found.d.on_off_state_r;
  }
  return undefined;
}
