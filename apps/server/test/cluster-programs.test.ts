import type { LastData } from '@manoboard/contract/device/device';
import type { LiveEvent } from '@manoboard/contract/live';
import { connectBoard } from '@manoboard/testkit/board-client';
import { aReading } from '@manoboard/testkit/factories';
import { findNats, startNats } from '@manoboard/testkit/nats';
import { startProgram, startServerProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { waitFor } from '@manoboard/testkit/wait-for';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBrowser } from './browser.ts';
import { startWorld, TEST_SECRET_KEY, type World } from './world.ts';

/** Each test starts the program. */
vi.setConfig({ testTimeout: 120_000 });

describe.skipIf(!findNats())('a server beside another one', () => {
  let nats: Awaited<ReturnType<typeof startNats>>;
  let world: World;
  let installation: Awaited<ReturnType<typeof createInstallation>>;
  let program: Awaited<ReturnType<typeof startServerProgram>>;
  let env: Record<string, string>;

  beforeEach(async () => {
    nats = await startNats();
    world = await startWorld({ env: { BUS_URL: nats.url } });
    installation = await createInstallation();
    const { host, port, user, password, database } = world.connection;
    const DATABASE_URL = `postgres://${user}:${password}@${host}:${port}/${database}`;
    env = {
      ...installation.env,
      DATABASE_URL,
      BUS_URL: nats.url,
      SERVER_ID: 'program',
      SECRET_KEY: TEST_SECRET_KEY,
    };
    program = await startServerProgram(env);
  });
  afterEach(async () => {
    await program.stop('SIGKILL');
    await world.stop();
    await installation.remove();
    await nats.stop();
  });

  type Device = Awaited<ReturnType<World['enrol']>>;
  async function connect({ deviceId, secret }: Device, to: { mqttUrl: string }, boot = 1) {
    const board = await connectBoard({ url: to.mqttUrl, deviceId, secret, boot });
    await board.listen();
    await board.publishStatus();
    await board.publishTele({ d: aReading() });
    return board;
  }
  const onlineHere = async (person: { get: (path: string) => Promise<{ body: unknown }> }) =>
    (await person.get('/api-requests/online-devices')).body as string[];
  const losses = (events: readonly LiveEvent[]) =>
    events.flatMap(({ event, data }) => (event === 'online' && !data.online ? [data] : []));
  const silentMs = async () => {
    const { rows } = await sqlSilence();
    return rows[0]?.ms ?? 0;
  };
  const sqlSilence = () =>
    sql<{ ms: number }>`
      select extract(epoch from clock_timestamp() - seen_at)::float8 * 1000 as ms from server
      where server_id = 'program'`.execute(world.db);

  it('is killed with -9: no acknowledged frame is missing, its boards go on at the other one, and an open command ends by the repeated ack', async () => {
    const owner = await world.user();
    const devices = await Promise.all(Array.from({ length: 8 }, () => world.enrol(owner.id)));
    const boards = await Promise.all(devices.map((device) => connect(device, program.ready)));
    const acknowledged: string[] = [];
    let isKilled = false;
    const sending = boards.map(async (board) => {
      board.client.on('error', () => {});
      for (let seq = 2; !isKilled; seq++) {
        const sent = board.publishTele({ seq, d: aReading() }).then(
          () => true,
          () => false,
        );
        const isAcknowledged = await Promise.race([sent, program.exitCode().then(() => false)]);
        if (isAcknowledged) acknowledged.push(`${board.deviceId} ${seq}`);
      }
    });
    await waitFor(async () => (await onlineHere(owner)).length === devices.length);
    const [device, board] = [devices[0] as Device, boards[0]];
    const answer = owner.startStop(device.deviceId, false);
    const cmd = await board?.nextCommand();
    await waitFor(() => acknowledged.length > 200);
    const stream = await owner.stream();
    await stream.next('snapshot');
    program.child.kill('SIGKILL');
    await program.exitCode();
    isKilled = true;
    await Promise.all(sending);

    const again = await connect(device, world.server, 2);
    if (cmd) await again.done(cmd);
    const row = () =>
      world.db
        .selectFrom('command')
        .where('device_id', '=', device.id)
        .select(['status', 'problem'])
        .execute();
    await waitFor(async () => (await row())[0]?.status === 'done');
    // The boards that do not come back are connecting once the server counts as dead, and not offline.
    await waitFor(async () => (await onlineHere(owner)).length === 1);
    expect(losses(stream.events).map(({ connecting }) => connecting)).toEqual(
      devices.slice(1).map(() => true),
    );
    stream.close();
    const later = await owner.stream();
    expect((await later.next('snapshot')).data.connecting).toHaveLength(devices.length - 1);
    later.close();
    const polled = (await owner.get('/actual-data/all-last-data')).body as LastData[];
    expect(polled.filter(({ connecting }) => connecting).map(({ device_id }) => device_id)).toEqual(
      devices.slice(1).map(({ deviceId }) => deviceId),
    );
    expect(await onlineHere(owner)).toEqual([device.deviceId]);
    expect((await answer).status).toBe(504);
    expect(await row()).toHaveLength(1);

    const keys = new Map(devices.map(({ id, deviceId }) => [id, deviceId]));
    const stored = await world.db
      .selectFrom('frame')
      .where('device_id', 'in', [...keys.keys()])
      .where('boot', '=', 1)
      .select(['device_id', 'seq'])
      .execute();
    const found = new Set(stored.map(({ device_id, seq }) => `${keys.get(device_id)} ${seq}`));
    expect(acknowledged.filter((frame) => !found.has(frame))).toEqual([]);
    expect(found.size).toBe(stored.length);
    expect(await world.db.selectFrom('alert').select('kind').execute()).toEqual([]);
    await again.leave();
  });

  it('is frozen for three seconds: it is not dead, and its boards stay online', async () => {
    const owner = await world.user();
    const device = await world.enrol(owner.id);
    const board = await connect(device, program.ready);
    await waitFor(async () => (await onlineHere(owner)).length === 1);
    const stream = await owner.stream();
    await stream.next('snapshot');
    program.child.kill('SIGSTOP');
    await waitFor(async () => (await silentMs()) > 3000);
    program.child.kill('SIGCONT');
    await waitFor(async () => (await silentMs()) < 1000);
    const answer = owner.startStop(device.deviceId, false);
    await board.done(await board.nextCommand());
    expect(await answer).toMatchObject({ status: 200 });
    expect(stream.events.filter(({ event }) => event === 'online')).toEqual([]);
    stream.close();
    await board.leave();
  });

  it('is frozen while a command for its board arrives: the late command is refused, and the board gets nothing', async () => {
    const owner = await world.user();
    const device = await world.enrol(owner.id);
    const board = await connect(device, program.ready);
    await waitFor(async () => (await onlineHere(owner)).length === 1);
    program.child.kill('SIGSTOP');
    const answer = owner.startStop(device.deviceId, false);
    await waitFor(async () => (await silentMs()) > 3500);
    program.child.kill('SIGCONT');
    expect(await answer).toMatchObject({ status: 409, body: { detail: 'SERVER_UNREACHABLE' } });
    // What was on the way is there before the answer to a command that is in time.
    const next = owner.startStop(device.deviceId, false);
    await board.done(await board.nextCommand());
    expect(await next).toMatchObject({ status: 200 });
    expect(board.commands).toHaveLength(1);
    await board.leave();
  });

  it('is killed while it waits for a command of a board of the other one: the ack ends the command', async () => {
    const owner = await world.user();
    const device = await world.enrol(owner.id);
    const board = await connect(device, world.server);
    const there = createBrowser(program.ready.url);
    for (const [name, value] of owner.cookies) there.cookies.set(name, value);
    await waitFor(async () => (await onlineHere(there)).length === 1);
    const answer = there.startStop(device.deviceId, false).catch(() => 'cut off');
    const cmd = await board.nextCommand();
    program.child.kill('SIGKILL');
    expect(await answer).toBe('cut off');
    await board.done(cmd);
    await waitFor(async () => {
      const rows = await world.db
        .selectFrom('command')
        .where('device_id', '=', device.id)
        .select(['id', 'status'])
        .execute();
      return rows.length === 1 && rows[0]?.id === cmd.id && rows[0]?.status === 'done';
    });
    expect(board.commands).toHaveLength(1);
    await board.leave();
  });

  it('is told to stop: it is not ready at once, hands its boards over, and ends well', async () => {
    const owner = await world.user();
    const devices = await Promise.all(Array.from({ length: 5 }, () => world.enrol(owner.id)));
    const boards = await Promise.all(devices.map((device) => connect(device, program.ready)));
    const lost = boards.map(({ client }) => new Promise<void>((done) => client.once('close', () => done())));
    const here = await owner.stream();
    await here.next('snapshot');
    program.child.kill('SIGTERM');
    await waitFor(async () => (await fetch(`${program.ready.url}/readyz`)).status === 503);
    expect((await fetch(`${program.ready.url}/readyz/balancer`)).status).toBe(404);
    await Promise.all(lost);
    for (const device of devices) await connect(device, world.server, 2);
    expect(await program.exitCode()).toBe(0);
    expect(await onlineHere(owner)).toHaveLength(5);
    expect(losses(here.events).filter(({ connecting }) => !connecting)).toEqual([]);
    here.close();
    const rows = await world.db
      .selectFrom('server')
      .where('is_draining', '=', false)
      .select('server_id')
      .execute();
    expect(rows).toHaveLength(1);
  });

  it('is refused without a bus, and with a wrong password of the bus, each with one sentence', async () => {
    const third = await createInstallation();
    const alone = { ...env, ...third.env, BUS_URL: '' };
    const without = startProgram('apps/server/dist/main.mjs', [], alone);
    expect(await without.exitCode()).toBe(1);
    // The first server of this test runs in its process, without the lock.
    expect(without.errors()).toBe(
      'Another MaNoBoard server uses this database (DATABASE_URL), and only one may without a bus. Stop it first, or set BUS_URL on both.\n',
    );
    const BUS_URL = nats.url.replace('secret', 'wrong');
    const wrong = startProgram('apps/server/dist/main.mjs', [], {
      ...env,
      ...third.env,
      BUS_URL,
      LOG_LEVEL: 'fatal',
    });
    expect(await wrong.exitCode()).toBe(1);
    expect(wrong.errors()).toMatch(/^The bus \(BUS_URL\) refuses this server: .*\n$/);
    await third.remove();
  });

  it('is refused when its clock differs by more than five seconds', async () => {
    const late = startWorld({ env: { BUS_URL: nats.url }, now: () => Date.now() + 10_000 });
    await expect(late).rejects.toThrow('The clock of this machine differs from that of the database by 10 s');
  });
});
