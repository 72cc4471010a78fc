import { waitFor } from '@manoboard/testkit/wait-for';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DeviceKey } from '../src/db/device-key.ts';
import { aPump } from './pump.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ env: { START_GAP_S: '0' } });
});
afterAll(() => world.stop());

/** Tables of board messages; their inserts fail with 53100, as on a full disk. */
const TABLES = ['frame', 'board_event', 'device'] as const;
async function fillDisk() {
  await sql`create or replace function refuse_write() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(
    world.db,
  );
  for (const table of TABLES)
    await sql`create trigger disk_full before insert or update on ${sql.table(table)}
      for each row execute function refuse_write()`.execute(world.db);
}
async function freeDisk() {
  for (const table of TABLES)
    await sql`drop trigger if exists disk_full on ${sql.table(table)}`.execute(world.db);
}
afterEach(freeDisk);

const MB = 1_000_000;
/** Sets the free space and runs the disk watch, which otherwise polls every 10 s. */
async function leaveFree(freeMb: number) {
  world.disk.freeBytes = freeMb * MB;
  await world.server.pollDisk();
}
afterEach(() => leaveFree(1_000_000));

const seqsOf = async (deviceKey: DeviceKey) =>
  (
    await world.db
      .selectFrom('frame')
      .where('device_id', '=', deviceKey)
      .select('seq')
      .orderBy('seq')
      .execute()
  ).map(({ seq }) => Number(seq));

describe('messages that cannot be stored', () => {
  it('leave the board connected, are not acknowledged, and a stop still reaches the board', async () => {
    const { owner, device, board } = await aPump(world);
    await fillDisk();
    let acknowledged = 0;
    const count = () => acknowledged++;
    board.publishTele({ seq: 2 }).then(count, () => {});
    board.publishInfo({ version: '9.9.9' }).then(count, () => {});
    const dropped = async () =>
      (await world.server.metrics.messagesDropped.get()).values.find(
        ({ labels }) => labels.reason === 'not_stored',
      )?.value;
    await waitFor(async () => (await dropped()) === 2, { what: 'both messages to be refused' });

    const answered = owner.startStop(device.deviceId, false);
    await board.done(await board.nextCommand());
    expect((await answered).status).toBe(200);
    expect(board.client.connected).toBe(true);
    expect(acknowledged).toBe(0);

    await freeDisk();
    await waitFor(() => acknowledged === 2, { what: 'the late acknowledgements' });
    await board.publishTele({ seq: 3 });
    expect(await seqsOf(device.id)).toEqual([1, 2, 3]);
    await board.drop();
  });
});

describe('the free space of the disk', () => {
  const readyz = async () => {
    const response = await fetch(`${world.server.url}/readyz`);
    return [response.status, await response.json()];
  };

  it('is shown by /readyz, which stays 200 since commands work, and by another status of /readyz/strict', async () => {
    expect(await readyz()).toEqual([200, { status: 'ready' }]);
    await leaveFree(40_000);
    expect(await readyz()).toEqual([200, { status: 'degraded', degraded: ['disk'] }]);
    expect((await fetch(`${world.server.url}/readyz/strict`)).status).toBe(500);
  });

  it('/readyz is 503 when the database cannot write', async () => {
    await sql`alter table write_probe add constraint no_write check (at < '2000-01-01') not valid`.execute(
      world.db,
    );
    // Answers are shared for a second.
    await waitFor(async () => (await readyz())[0] === 503, { what: 'a failed write' });
    expect(await readyz()).toEqual([503, { status: 'not ready', down: ['database'] }]);
    await sql`alter table write_probe drop constraint no_write`.execute(world.db);
    await waitFor(async () => (await readyz())[0] === 200, { what: 'a write that works' });
  });

  it('below 5 % refuses exports and uploads before the body is read, and nothing else', async () => {
    const { owner, device, board } = await aPump(world);
    const staff = await world.user({}, ['Super Seller']);
    await leaveFree(40_000);
    const csv = await owner.get(`/devices/${device.deviceId}/activity.csv`);
    expect([csv.status, csv.body]).toEqual([507, { detail: 'DISK_LOW' }]);
    const upload = await staff.post('/firmware/releases', {});
    expect([upload.status, upload.body]).toEqual([507, { detail: 'DISK_LOW' }]);
    await board.publishTele({ seq: 2 });
    expect(await seqsOf(device.id)).toEqual([1, 2]);
    await leaveFree(900_000);
    expect((await owner.get(`/devices/${device.deviceId}/activity.csv`)).status).toBe(200);
    await board.leave();
  });

  it('below 500 MB stores no frames: boards keep them, values are shown, a stop works', async () => {
    const { owner, device, board } = await aPump(world);
    await leaveFree(499);
    let isAcknowledged = false;
    board.publishTele({ seq: 2, d: { pressure: 7.25 } }).then(
      () => {
        isAcknowledged = true;
      },
      () => {},
    );
    const pressure = async () => {
      const { body } = await owner.get('/actual-data/all-last-data');
      return (body as { data: { pressure?: number } }[])[0]?.data.pressure;
    };
    await waitFor(async () => (await pressure()) === 7.25, { what: 'the live value' });
    const answered = owner.startStop(device.deviceId, false);
    await board.done(await board.nextCommand());
    expect((await answered).status).toBe(200);
    expect([isAcknowledged, await seqsOf(device.id)]).toEqual([false, [1]]);

    await leaveFree(1_000_000);
    await board.publishTele({ seq: 2, d: { pressure: 7.25 } });
    expect(await seqsOf(device.id)).toEqual([1, 2]);
    await board.drop();
  });

  it('is sent to open streams and in new snapshots', async () => {
    const owner = await world.user();
    const stream = await owner.stream();
    await leaveFree(400);
    expect((await stream.next('disk')).data).toEqual({ space: 'full' });
    stream.close();
    const later = await owner.stream();
    expect((await later.next('snapshot')).data).toMatchObject({ disk: 'full' });
    later.close();
  });
});
