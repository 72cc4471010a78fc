import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { anEvent, aReading } from '@manoboard/testkit/factories';
import { aReleaseFile } from '@manoboard/testkit/signed-firmware';
import { deviceKeyOf } from '../src/db/device-key.ts';
import { makerKeyFile } from './firmware-world.ts';
import { startWorld, type World } from './world.ts';

type User = Awaited<ReturnType<World['user']>>;
type Board = Awaited<ReturnType<Awaited<ReturnType<World['enrol']>>['connect']>>;
type Fields = Partial<{ alias: string; fc_id: string; fc_type: string; version: string; hw: string }>;

/** Eight devices, one in each pump state, of two owners; one without owner, and a ninth without converter. */
export async function startFleetWorld() {
  const keys = makerKeyFile();
  /** Advances with each frame only: values of a slow test run stay live. */
  const clock = { ms: Date.now() };
  const world = await startWorld({ env: { FIRMWARE_KEYS: keys }, now: () => clock.ms });
  /** By alias. */
  const ids = new Map<string, string>();
  const boards = new Map<string, Board>();
  const idOf = (alias: string) => ids.get(alias) ?? '';

  /** A device that has reported this; without a reading it never connected. */
  async function addDevice(
    owner: User | undefined,
    fields: Fields & { alias: string },
    reading?: Parameters<typeof aReading>[0],
  ) {
    const device = await world.enrol(owner?.id);
    ids.set(fields.alias, device.deviceId);
    const fc = { fc_id: `FC-${device.deviceId.slice(4)}`, fc_type: 'GD10', version: '1.5.0', hw: 'MNB-2' };
    await world.db
      .updateTable('device')
      .where('id', '=', device.id)
      .set({ ...fc, ...fields })
      .execute();
    if (!reading) return;
    clock.ms += 1000;
    const board = await device.connect();
    boards.set(fields.alias, board);
    await board.publishStatus();
    await board.publishTele({ d: aReading(reading) });
  }

  async function addAlert(
    alias: string,
    event_id: string,
    severity: 'alarm' | 'info',
    resolved_at: Date | null,
  ) {
    const fields = { event_id, severity, resolved_at, kind: 'no_flow', code: 'NO_FLOW' } as const;
    await world.db
      .insertInto('alert')
      .values({
        device_id: deviceKeyOf(idOf(alias)),
        ...fields,
        raised_at: new Date(),
        cleared_at: new Date(),
      })
      .execute();
  }

  const technician = await world.user({ email: 'zz@example.com' }, ['Technician']);
  const boss = await world.user({}, ['Super Seller']);
  await boss.request('/firmware/releases', {
    method: 'POST',
    body: Buffer.from(aReleaseFile()),
    headers: { 'content-type': 'application/octet-stream' },
  });
  const eva = await world.user({
    name: 'Eva',
    surname: 'Žltá',
    email: 'eva.zlta@example.org',
    phone_number: '+421 905 777 321',
  });
  const ivan = await world.user({ name: 'Ivan', surname: 'Čierny', email: 'ivan@example.net' });
  await world.db
    .updateTable('app_user')
    .where('id', '=', eva.id)
    .set({ address: 'Hlavná 7, Košice' })
    .execute();

  await addDevice(eva, { alias: 'Beží', version: '1.4.2' });
  await addDevice(eva, { alias: 'Alarm', fc_type: 'GD20' }, { on_off_state_r: 1, frequency_fc: 42 });
  await addDevice(ivan, { alias: 'Čaká', version: '1.4.10' }, { on_off_state_r: 1, frequency_fc: 0 });
  await addDevice(ivan, { alias: 'Nasucho' }, { on_off_state_r: 3, frequency_fc: 0 });
  await addDevice(undefined, { alias: 'Vypnuté' }, { on_off_state_r: 3, frequency_fc: 0 });
  await addDevice(ivan, { alias: 'Porucha' }, { on_off_state_r: 4, frequency_fc: 0, fault: 10 });
  await addDevice(eva, { alias: 'Neznáme' }, { on_off_state_r: 1, frequency_fc: 42 });
  await addDevice(eva, { alias: 'Studňa', fc_id: 'GD10-987654' }, { on_off_state_r: 1, frequency_fc: 30 });
  const { deviceId: withoutConverter } = await world.enrol();

  await boards.get('Nasucho')?.publish('event', anEvent({ ts: Math.floor(Date.now() / 1000) }));
  // Only the converter of this board does not answer any more.
  await boards.get('Neznáme')?.publishTele({ fc: 0, d: {} });
  await addAlert('Alarm', 'E1', 'alarm', null);
  await addAlert('Alarm', 'E2', 'info', null);
  await addAlert('Studňa', 'E3', 'alarm', new Date());
  await technician.send('PUT', `/devices/${idOf('Vypnuté')}/lock-out`, { reason: 'Oprava' });

  return {
    ...world,
    technician,
    eva,
    boards,
    idOf,
    addDevice,
    withoutConverter,
    nowMs: () => clock.ms,
    async stop() {
      for (const board of boards.values()) await board.leave();
      await world.stop();
      await rm(dirname(keys), { recursive: true });
    },
  };
}
export type FleetWorld = Awaited<ReturnType<typeof startFleetWorld>>;
