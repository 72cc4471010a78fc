import { waitFor } from '@manoboard/testkit/wait-for';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyAudit } from '../src/audit-log/audit.service.ts';
import { aPump, commandsOf } from './pump.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ env: { STARTS_PER_HOUR: '3600', START_GAP_S: '0' } });
});
afterAll(() => world.stop());

/** Terminates every other backend of the database, idle or in a query. */
const killBackends = async () => {
  const { rows } = await sql<{ killed: boolean }>`
    select pg_terminate_backend(pid) as killed from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
    .execute(world.db)
    // This connection may be one that the last round has ended.
    .catch(() => ({ rows: [] }));
  return rows.length;
};

const ROUNDS = 40;
/** Permitted answers while backends are terminated. */
const EXPECTED_STATUSES = [200, 409, 503, 504];

it('terminated database backends do not end the server during commands, frames, exports and streams', async () => {
  const { owner, device, board: first } = await aPump(world);
  await first.leave();
  const board = await device.connect({ boot: 2, mqtt: { reconnectPeriod: 20 } });
  board.client.on('error', () => {});
  board.client.on('connect', () => void board.publishStatus().catch(() => {}));
  await board.listen();
  await board.publishStatus();
  const stream = await owner.stream();
  let isOver = false;
  // Not awaited: messages on a broken connection are never acknowledged.
  void (async () => {
    while (!isOver) await board.publishTele();
  })().catch(() => {});
  void (async () => {
    while (!isOver) await board.done(await board.nextCommand());
  })().catch(() => {});
  const statuses: number[] = [];
  const repeat = async (act: (n: number) => Promise<{ status: number }>) => {
    for (let n = 0; !isOver; n++) statuses.push((await act(n)).status);
  };
  const load = [
    repeat((n) => owner.startStop(device.deviceId, n % 2 === 0)),
    repeat(() => owner.get(`/devices/${device.deviceId}/activity`)),
    // An interrupted export closes the connection: the browser reports a failed download, not a short file.
    repeat(() => owner.get(`/devices/${device.deviceId}/activity.csv`).catch(() => ({ status: 503 }))),
  ];
  let killed = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const before = statuses.length;
    killed += await killBackends();
    await waitFor(() => statuses.length > before || undefined, { what: 'the load to go on' });
  }
  isOver = true;
  await board.drop();
  await Promise.all(load);
  expect(killed).toBeGreaterThan(0);
  expect(statuses.filter((status) => !EXPECTED_STATUSES.includes(status))).toEqual([]);

  // A connection of the pool may still be one of the last that were ended.
  await waitFor(async () => (await owner.get('/users/me')).status === 200, { what: 'the server to answer' });
  expect(await verifyAudit(world.db)).toHaveProperty('head');
  expect(stream.status).toBe(200);
  stream.close();
  const halfDone = (await commandsOf(world, device.id)).filter(
    ({ status, finished_at }) => status === 'done' && finished_at === null,
  );
  expect(halfDone).toEqual([]);
});
