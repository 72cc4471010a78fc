import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ApiTokenWithSecret } from '@manoboard/contract/token/token';
import { aCommand } from '@manoboard/testkit/factories';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { verifyAudit } from '../src/audit-log/audit.service.ts';
import { startDatabaseProxy } from './database-proxy.ts';
import { aPump, auditOf, commandsOf } from './pump.ts';
import { startWorld, type World } from './world.ts';

let world: World;
let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>;
beforeAll(async () => {
  proxy = await startDatabaseProxy(inject('postgres'));
  world = await startWorld({ via: proxy, env: { START_GAP_S: '0' } });
});
afterAll(async () => {
  proxy.thaw();
  await world.stop();
  proxy.close();
});

const readiness = async () => {
  const response = await fetch(`${world.server.url}/readyz`);
  return { status: response.status, body: await response.json() };
};

it('without an answer of the database requests get 503, and a stop is sent and logged once when it is back', async () => {
  const { owner, device, board } = await aPump(world, { on_off_state_r: 1 });
  const stranger = await world.user();
  const { body: token } = await owner.post('/users/me/tokens', {
    name: 'Skript',
    days: 30,
    switch_devices: [device.deviceId],
  });
  const stream = await owner.stream();
  const started = owner.startStop(device.deviceId, true);
  await board.done(await board.nextCommand());
  expect((await started).status).toBe(200);

  proxy.freeze();
  expect((await owner.get('/users/me')).status).toBe(503);
  await waitFor(() => stream.events.some(({ event, data }) => event === 'database' && !data.up), {
    what: 'the stream event of the database being down',
  });
  expect(await readiness()).toMatchObject({ status: 503, body: { down: ['database'] } });
  expect((await owner.startStop(device.deviceId, true)).status).toBe(503);
  expect((await stranger.startStop(device.deviceId, false)).status).toBe(503);
  expect((await world.browser().startStop(device.deviceId, false)).status).toBe(401);
  // Nothing about tokens is cached: a script gets a code on which it can try again.
  const { secret } = token as ApiTokenWithSecret;
  const byToken = await world
    .browser()
    .post(
      `/mqtt/${device.deviceId}/start-stop`,
      { what: 'start', value: false },
      { authorization: `Bearer ${secret}` },
    );
  expect(byToken).toMatchObject({ status: 503, body: { detail: 'UNAVAILABLE' } });

  // Shown but not acknowledged: the board keeps the frame.
  const acknowledged = { count: 0 };
  board.publishTele({ seq: 77, d: { pressure: 2.22 } }).then(
    () => acknowledged.count++,
    () => {},
  );
  await waitFor(
    () => stream.events.some(({ event, data }) => event === 'last-data' && data.data.pressure === 2.22),
    { what: 'a live value while the database is away' },
  );

  const stopped = owner.startStop(device.deviceId, false);
  const stop = await board.nextCommand();
  expect(stop).toMatchObject({ op: 'start_stop', val: false, by: `u:${owner.id}` });
  const journal = join(world.dataDir, 'stops.jsonl');
  expect((await stat(journal)).size).toBeGreaterThan(0);
  await board.done(stop);
  expect(await stopped).toMatchObject({ status: 200, body: { id: stop.id, status: 'done', value: false } });

  proxy.thaw();
  await waitFor(() => stream.events.some(({ event, data }) => event === 'database' && data.up), {
    what: 'the stream event of the database being up',
  });
  // By the server alone: this client sends a message again only after it reconnects.
  await waitFor(() => acknowledged.count === 1, { what: 'the late acknowledgement of the frame' });
  const frames = await world.db.selectFrom('frame').where('device_id', '=', device.id).where('seq', '=', 77);
  expect(await frames.select('pressure').execute()).toEqual([{ pressure: 2.22 }]);
  await waitFor(async () => (await stat(journal).catch(() => null)) === null, { what: 'the journal to end' });
  await waitFor(async () => (await readiness()).status === 200, { what: 'the server to be ready' });
  const isStop = ({ value }: { value: unknown }) => value === false;
  const [row, ...more] = (await commandsOf(world, device.id)).filter(isStop);
  expect(row).toMatchObject({
    id: stop.id,
    status: 'done',
    user_id: owner.id,
    role: 'owner',
    old_value: true,
  });
  expect(more).toEqual([]);
  const logged = (await auditOf(world, device.deviceId)).filter(({ command }) => command.id === stop.id);
  expect(logged.map(({ event, command }) => [event, command.status])).toEqual([
    ['asked', 'created'],
    ['ended', 'done'],
  ]);
  expect(await verifyAudit(world.db)).toHaveProperty('head');
  stream.close();
  await board.drop();
});

it('a stop whose end cannot be stored is not sent again, and ends as done when the database is back', async () => {
  const { owner, device, board } = await aPump(world, { on_off_state_r: 1 });
  const stopped = owner.startStop(device.deviceId, false);
  const stop = await board.nextCommand();
  await waitFor(async () => (await commandsOf(world, device.id))[0]?.status === 'published', {
    what: 'the stop to be stored as sent',
  });
  proxy.freeze();
  await board.done(stop);
  expect(await stopped).toMatchObject({ status: 200, body: { id: stop.id, status: 'done' } });
  expect(board.commands).toHaveLength(1);
  proxy.thaw();
  await waitFor(async () => (await commandsOf(world, device.id))[0]?.status === 'done', {
    what: 'the end of the stop',
  });
  const logged = (await auditOf(world, device.deviceId)).filter(({ command }) => command.id === stop.id);
  expect(logged.map(({ event, command }) => [event, command.status])).toEqual([
    ['asked', 'created'],
    ['ended', 'done'],
  ]);
  await board.drop();
});

it('the journal of a killed server is stored at the next start, each stop once, without an end as timeout', async () => {
  const { owner, device, board } = await aPump(world);
  const atS = Math.floor(Date.now() / 1000) - 60;
  const stop = aCommand({
    id: 'STOP-IN-THE-JOURNAL',
    device_id: device.deviceId,
    op: 'start_stop',
    what: 'start',
    value: false,
    status: 'created',
    by: { user_id: owner.id, name: '', role: 'owner' },
    created_at: atS,
    expires_at: atS + 10,
    published_at: null,
    accepted_at: null,
    finished_at: null,
  });
  const line = JSON.stringify({ deviceKey: device.id, command: stop });
  for (const isAgain of [false, true]) {
    // A power cut truncated the second line.
    await writeFile(join(world.dataDir, 'stops.jsonl'), `${line}\n${line.slice(0, 40)}`);
    await world.restart();
    const rows = await commandsOf(world, device.id);
    expect(rows, `read again: ${isAgain}`).toMatchObject([
      { id: stop.id, status: 'timeout', problem: 'NO_ANSWER', finished_at: new Date((atS + 10) * 1000) },
    ]);
    expect((await auditOf(world, device.deviceId)).map(({ event }) => event)).toEqual(['asked', 'ended']);
  }
  await board.drop();
});
