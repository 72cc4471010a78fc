import { connect as connectTcp } from 'node:net';
import { MAX_WATCHED } from '@manoboard/contract/device/device.calls';
import { aReading } from '@manoboard/testkit/factories';
import { waitFor } from '@manoboard/testkit/wait-for';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

async function house() {
  const owner = await world.user();
  const device = await world.enrol(owner.id);
  const board = await device.connect();
  return { owner, device, board };
}

it('the stream needs a session', async () => expect((await world.browser().stream()).status).toBe(401));

it('the stream starts with all devices of the user, then sends frames, online changes and command outcomes', async () => {
  const { owner, device, board } = await house();
  const stream = await owner.stream();
  const { last_data, online } = (await stream.next('snapshot')).data;
  expect(last_data.map(({ device_id }) => device_id)).toEqual([device.deviceId]);
  expect(online).toEqual([]);

  await board.listen();
  await board.publishStatus();
  expect((await stream.next('online')).data).toEqual({ device_id: device.deviceId, online: true });
  await board.publishTele({ d: aReading({ pressure: 4.44 }) });
  expect((await stream.next('last-data')).data.data.pressure).toBe(4.44);
  const answer = owner.startStop(device.deviceId, false);
  await board.done(await board.nextCommand());
  await answer;
  expect((await stream.next('command', ({ status }) => status === 'done')).data).toMatchObject({
    device_id: device.deviceId,
    value: false,
  });
  await board.drop();
  await stream.next('online', ({ online: isOnline }) => !isOnline);
  stream.close();
});

it('the stream of a technician carries 200 devices of other users, and no more', async () => {
  const { device, board } = await house();
  const technician = await world.user({}, ['Technician']);
  const others = Array.from({ length: MAX_WATCHED - 1 }, (_, n) => `MNB-Q${String(n).padStart(4, '0')}`);
  await world.db
    .insertInto('device')
    .values(others.map((id_dev) => ({ id_dev, secret_hash: Buffer.alloc(1) })))
    .execute();
  const query = (ids: readonly string[]) => `?${ids.map((id) => `device_id=${id}`).join('&')}`;
  const most = [device.deviceId, ...others];
  const stream = await technician.stream(query(most));
  expect((await stream.next('snapshot')).data.last_data).toHaveLength(MAX_WATCHED);
  await board.publishTele({ d: aReading({ on_off_state_r: 4, fault: 7 }) });
  expect((await stream.next('last-data')).data).toMatchObject({
    device_id: device.deviceId,
    data: { fault: 7 },
  });
  stream.close();
  await board.leave();
  const lastData = (ids: readonly string[]) => technician.get(`/actual-data/all-last-data${query(ids)}`);
  expect((await lastData(most)).body).toHaveLength(MAX_WATCHED);
  expect((await lastData([...most, 'MNB-Q9999'])).status).toBe(422);
});

it('a stranger receives nothing, a technician the devices of the query', async () => {
  const { device, board } = await house();
  const stranger = await (await world.user()).stream(`?device_id=${device.deviceId}`);
  const technician = await (await world.user({}, ['Technician'])).stream(`?device_id=${device.deviceId}`);
  expect((await stranger.next('snapshot')).data.last_data).toEqual([]);
  await technician.next('snapshot');
  await board.publishTele();
  await technician.next('last-data');
  expect(stranger.events.map(({ event }) => event)).toEqual(['snapshot']);
  stranger.close();
  technician.close();
  await board.leave();
});

it('the stream resumes after Last-Event-ID with the missed events, then sends resumed', async () => {
  const { owner, board } = await house();
  const first = await owner.stream();
  await board.publishTele({ d: { pressure: 1 } });
  await first.next('last-data');
  first.close();
  await board.publishTele({ d: { pressure: 2 } });
  await board.publishTele({ d: { pressure: 3 } });
  const second = await owner.stream('', first.state.lastEventId);
  await second.next('resumed');
  expect(second.events.map(({ event, data }) => [event, 'data' in data && data.data.pressure])).toEqual([
    ['last-data', 2],
    ['last-data', 3],
    ['resumed', false],
  ]);
  second.close();
  await board.leave();
});

it('R6 the stream sets a reconnect delay below a second', async () => {
  const { owner, board } = await house();
  const stream = await owner.stream();
  await stream.next('snapshot');
  expect(stream.state.retryMs).toBeGreaterThanOrEqual(200);
  expect(stream.state.retryMs).toBeLessThan(1000);
  stream.close();
  await board.leave();
});

it.each(['nonsense', 'ffffffff-1', '-', 'x-y-z'])(
  'an unknown position (%s) gets a snapshot',
  async (lastEventId) => {
    const { owner, board } = await house();
    const stream = await owner.stream('', lastEventId);
    await stream.next('snapshot');
    stream.close();
    await board.leave();
  },
);

const openStreams = async () => (await world.server.metrics.streams.get()).values[0]?.value;

/** A connection that requests the stream and reads nothing of it. */
function openRawStream(cookie = '') {
  const { port, hostname } = new URL(world.server.url);
  const socket = connectTcp(Number(port), hostname).pause();
  socket.write(`GET /api/actual-data/stream HTTP/1.1\r\nhost: ${hostname}\r\ncookie: ${cookie}\r\n\r\n`);
  return socket;
}

it('a browser that stops reading is disconnected, and others are served', async () => {
  const { owner, device, board } = await house();
  const stalled = openRawStream(owner.cookie);
  await waitFor(async () => (await openStreams()) === 1);
  for (let round = 0; (await openStreams()) === 1 && round < 200; round++)
    await Promise.all(Array.from({ length: 100 }, () => board.publishTele()));
  expect(await openStreams()).toBe(0);
  expect((await owner.get('/users-devices/get-devices')).body).toMatchObject([{ id_dev: device.deviceId }]);
  stalled.destroy();
  await board.leave();
});

it('R6.2 a browser that disconnects during the lookup of its devices leaves no subscriber', async () => {
  const owner = await world.user();
  await waitFor(async () => (await openStreams()) === 0);
  await world.db.transaction().execute(async (lookup) => {
    await sql`lock table user_device in access exclusive mode`.execute(lookup);
    const hasty = openRawStream(owner.cookie);
    const isWaiting = sql`
      select from pg_locks join pg_database on pg_database.oid = database
      where datname = current_database() and relation = 'user_device'::regclass and not granted`;
    await waitFor(async () => (await isWaiting.execute(lookup)).rows.length > 0);
    hasty.destroy();
    // Is answered after the server has processed the disconnect.
    await owner.get('/users/me');
  });
  const stream = await owner.stream();
  await stream.next('snapshot');
  expect(await openStreams()).toBe(1);
  stream.close();
});

it('R6 the 21st stream of an account closes its oldest with a reason, and no stream of another account', async () => {
  const [owner, other] = [await world.user(), await world.user()];
  const untouched = await other.stream();
  const oldest = await owner.stream();
  await oldest.next('snapshot');
  const others = [];
  for (let n = 2; n <= 20; n++) others.push(await owner.stream());
  for (const stream of others) await stream.next('snapshot');
  expect(oldest.state.isEnded).toBe(false);
  const newest = await owner.stream();
  await newest.next('snapshot');
  expect((await oldest.next('closed')).data).toEqual({ reason: 'too_many_streams' });
  await waitFor(() => oldest.state.isEnded);
  expect(await openStreams()).toBe(21);
  for (const stream of [untouched, newest, ...others]) {
    expect(stream.state.isEnded).toBe(false);
    stream.close();
  }
});

it('the stream ends with the session', async () => {
  const { owner, board } = await house();
  const stream = await owner.stream();
  await stream.next('snapshot');
  await owner.logout();
  await waitFor(() => stream.state.isEnded);
  await board.leave();
});

it('a session that ends while its stream is being opened gets no stream', async () => {
  const { owner, board } = await house();
  let opening: ReturnType<typeof owner.stream> | undefined;
  await world.db.transaction().execute(async (tx) => {
    await sql`lock table lock_out in access exclusive mode`.execute(tx);
    opening = owner.stream();
    await waitFor(async () => {
      const { rows } =
        await sql`select from pg_locks where not granted and relation = 'lock_out'::regclass`.execute(
          world.db,
        );
      return rows.length > 0;
    });
    expect((await owner.logout()).status).toBe(204);
  });
  const stream = await opening;
  await waitFor(() => stream?.state.isEnded, { what: 'the end of the stream' });
  await board.publishTele();
  expect(stream?.events.map(({ event }) => event)).not.toContain('last-data');
  await board.leave();
});
