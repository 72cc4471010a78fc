import { aTele } from '@manoboard/testkit/factories';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { upsertLastData } from './last-data.repo.ts';
import { createLastValues } from './last-values.ts';

const NOW = new Date('2026-05-01T12:00:00Z');
let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.remove());

let devices = 0;
/** A device, and servers that each hold its last values in memory. */
async function aDevice() {
  const deviceId = `MNB-${++devices}`;
  const { id } = await database.db
    .insertInto('device')
    .values({ id_dev: deviceId, secret_hash: Buffer.alloc(1) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    createServer() {
      const values = createLastValues();
      return {
        begin: (boot: number) => values.begin(deviceId, boot),
        receive: (boot: number, seq: number, pressure: number) =>
          values.apply(id, deviceId, aTele({ boot, seq, d: { pressure } }), NOW.getTime() / 1000),
        async store() {
          const rows = values.toRows([deviceId]);
          await upsertLastData(database.db, rows, NOW);
          values.markStored(rows);
        },
      };
    },
    async stored() {
      const row = await database.db
        .selectFrom('last_data')
        .where('device_id', '=', id)
        .selectAll()
        .executeTakeFirstOrThrow();
      return [row.boot, row.seq, row.last.data.pressure];
    },
  };
}

it('R4.4 last values of an earlier frame do not replace those of a later one, whichever server stores last', async () => {
  const device = await aDevice();
  const [one, other] = [device.createServer(), device.createServer()];
  one.receive(7, 4, 2);
  other.receive(7, 5, 3);
  await other.store();
  await one.store();
  expect(await device.stored()).toEqual([7, 5, 3]);
});

it('R4.4 values with the position that is stored already are stored again: times may have been corrected', async () => {
  const device = await aDevice();
  const [one, other] = [device.createServer(), device.createServer()];
  one.receive(7, 4, 2);
  await one.store();
  other.receive(7, 4, 2.5);
  await other.store();
  expect(await device.stored()).toEqual([7, 4, 2.5]);
});

it('R4.4 a board that begins a new count replaces the values of its higher boots, once', async () => {
  const device = await aDevice();
  const server = device.createServer();
  server.receive(90, 500, 2);
  await server.store();
  server.begin(1);
  server.receive(1, 1, 3);
  await server.store();
  expect(await device.stored()).toEqual([1, 1, 3]);

  const other = device.createServer();
  other.receive(2, 1, 4);
  await other.store();
  server.receive(1, 2, 5);
  await server.store();
  expect(await device.stored()).toEqual([2, 1, 4]);
});
