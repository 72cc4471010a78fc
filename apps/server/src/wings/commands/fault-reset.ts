import type { FaultResetPreview } from '@manoboard/contract/command/recovery';
import type { EventCode } from '@manoboard/contract/mqtt/event';
import {
  type FaultResetFacts,
  faultResetQuota,
  forbiddingProtection,
} from '@manoboard/domain/commands/fault-reset';
import { PROTECTION_CODES } from '@manoboard/domain/protection/codes';
import { HOUR_MS } from '@manoboard/domain/time';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { listSent } from './commands.repo.ts';
import { findRunStateBefore, getCapabilities, listRaised } from './fault-reset.repo.ts';

/** A board reports every field each minute: a state from more than a day before the fault is not used. */
const FRAME_SEARCH_MS = 24 * HOUR_MS;
const STOPPED = 3;

export type StoredFaultResetFacts = Omit<FaultResetFacts, 'perHour' | 'isDoneSince'>;

const protectionsIn = (raised: readonly { code: EventCode }[]) =>
  PROTECTION_CODES.filter((code) => raised.some((event) => event.code === code));

/** R5.9: boards that announce capabilities without this one do not get the command. */
const isSupportedBy = (capabilities: readonly string[] | null) =>
  capabilities?.includes('fault_reset') ?? null;

/** The facts of the fault-reset rule that come from the database. */
export async function readFaultResetFacts(
  db: Db,
  deviceKey: DeviceKey,
  capabilities: readonly string[] | null,
  nowMs: number,
): Promise<StoredFaultResetFacts> {
  return {
    isSupported: isSupportedBy(capabilities),
    raised: protectionsIn(await listRaised(db, deviceKey)),
    resetsS: await listSent(db, deviceKey, { op: 'fault_reset', value: true }, new Date(nowMs - HOUR_MS)),
  };
}

/** R5.9: true if the pump was on when the fault occurred and was not stopped since. The board keeps the same state. */
async function wasOn(db: Db, deviceKey: DeviceKey, since: Date): Promise<boolean | null> {
  const after = new Date(since.getTime() - FRAME_SEARCH_MS);
  const before = await findRunStateBefore(db, deviceKey, since, after);
  if (before === undefined) return null;
  const stops = await listSent(db, deviceKey, { op: 'start_stop', value: false }, since);
  return before !== STOPPED && stops.length === 0;
}

/** What the fault-reset dialog shows before the request. The gate and the board decide again. */
export const createFaultResetPreview =
  ({ db, now, perHour }: { db: Db; now: () => number; perHour: number }) =>
  async (deviceKey: DeviceKey): Promise<FaultResetPreview> => {
    const facts = await readFaultResetFacts(db, deviceKey, await getCapabilities(db, deviceKey), now());
    const fault = (await listRaised(db, deviceKey)).find(({ code }) => code === 'FC_FAULT');
    const since = fault?.at ?? null;
    const { left, freeAtS } = faultResetQuota({ ...facts, perHour }, Math.floor(now() / 1000));
    return {
      since: since && since.getTime() / 1000,
      was_on: since && (await wasOn(db, deviceKey, since)),
      protection: forbiddingProtection(facts) ?? null,
      is_supported: facts.isSupported,
      per_hour: perHour,
      left,
      free_at: freeAtS,
    };
  };
