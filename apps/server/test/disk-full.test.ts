import { waitFor } from '@manoboard/testkit/wait-for';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aPump } from './pump.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ env: { START_GAP_S: '0' } });
});
afterAll(() => world.stop());

/** What Postgres answers on a full disk: 53100, for the tables that grow with the boards. */
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

const seqsOf = async (deviceId: number) =>
  (
    await world.db
      .selectFrom('frame')
      .where('device_id', '=', deviceId)
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

    const answered = owner.startStop(device.idDev, false);
    await board.done(await board.nextCommand());
    expect((await answered).status).toBe(200);
    expect(board.client.connected).toBe(true);
    expect(acknowledged).toBe(0);

    await freeDisk();
    await board.publishTele({ seq: 2 });
    await board.publishTele({ seq: 3 });
    expect(await seqsOf(device.id)).toEqual([1, 2, 3]);
    await board.drop();
  });
});
