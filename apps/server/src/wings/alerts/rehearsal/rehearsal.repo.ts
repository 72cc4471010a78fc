import { EventCode } from '@manoboard/contract/mqtt/event';
import type { EventInput, RuleInput } from '@manoboard/domain/alerts/rules/inputs';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';

/** A board that flaps for weeks; later events are left out. */
const MOST_EVENTS = 20_000;

/** Raised and cleared events of a board that were received since then. */
export async function listEventInputs(db: Db, deviceKey: DeviceKey, from: Date): Promise<EventInput[]> {
  const rows = await db
    .selectFrom('board_event')
    .where('device_id', '=', deviceKey)
    .where('received_at', '>=', from)
    .where('code', 'in', EventCode.options)
    .select(['id', 'code', 'severity as sev', 'reading as d', 'raised_at', 'cleared_at'])
    .$narrowType<{ code: EventCode }>()
    .orderBy('received_at')
    .limit(MOST_EVENTS)
    .execute();
  return rows.flatMap(({ raised_at, cleared_at, ...event }) => {
    const at = (time: Date | null, st: 'raised' | 'cleared'): EventInput[] =>
      time && time >= from ? [{ kind: 'event', atMs: time.getTime(), event: { ...event, st } }] : [];
    return [...at(raised_at, 'raised'), ...at(cleared_at, 'cleared')];
  });
}

/** When the desired configuration changed, and when the board applied it. */
export async function listConfigInputs(db: Db, deviceKey: DeviceKey, from: Date): Promise<RuleInput[]> {
  const rows = await db
    .selectFrom('device_config')
    .innerJoin('device_change', 'device_change.id', 'device_config.change_id')
    .where('device_config.device_id', '=', deviceKey)
    .where((eb) => eb.or([eb('finished_at', 'is', null), eb('finished_at', '>=', from)]))
    .select(['device_config.created_at as createdAt', 'finished_at as finishedAt', 'status'])
    .execute();
  return rows.flatMap(({ createdAt, finishedAt, status }): RuleInput[] => [
    { kind: 'config', atMs: Math.max(createdAt.getTime(), from.getTime()), isApplied: false },
    ...(finishedAt && status === 'done'
      ? [{ kind: 'config' as const, atMs: finishedAt.getTime(), isApplied: true }]
      : []),
  ]);
}
