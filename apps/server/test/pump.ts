import type { Info } from '@manoboard/contract/mqtt/topics';
import { aReading } from '@manoboard/testkit/factories';
import type { DeviceKey } from '../src/db/device-key.ts';
import type { World } from './world.ts';

const FC = { fc_type: 'GD10', ident: 269, unit: 1 };

/** An owner with an online board that has subscribed and reported a frame. */
export async function aPump(world: World, reading: Partial<ReturnType<typeof aReading>> = {}) {
  const owner = await world.user();
  const device = await world.enrol(owner.id);
  const board = await device.connect();
  await board.listen();
  await board.publishStatus();
  const info: Partial<Info> = { fc: { ...FC, id: `FC-${device.deviceId.slice(4)}` } };
  await board.publishInfo(info);
  await board.publishTele({ d: aReading(reading) });
  return { owner, device, board };
}

export const commandsOf = (world: World, deviceKey: DeviceKey) =>
  world.db
    .selectFrom('command')
    .where('device_id', '=', deviceKey)
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute();

interface AuditEntry {
  event: string;
  command: Record<string, unknown>;
}

/** Audit entries of the commands of a device, from a row on. */
export async function auditOf(world: World, deviceId: string, afterSeq = 0) {
  const rows = await world.db
    .selectFrom('audit')
    .where('seq', '>', String(afterSeq))
    .select('entry')
    .orderBy('seq')
    .execute();
  return rows
    .map(({ entry }) => JSON.parse(entry) as Partial<AuditEntry>)
    .filter((entry): entry is AuditEntry => entry.command?.device_id === deviceId);
}

export const lastAuditSeq = async (world: World) =>
  Number((await world.db.selectFrom('audit_head').select('seq').executeTakeFirstOrThrow()).seq);
