import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { aReading } from '@manoboard/testkit/factories';
import { findNats, startNats } from '@manoboard/testkit/nats';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dryRun } from './alert-house.ts';
import { startWorld, type World } from './world.ts';

describe.skipIf(!findNats())('servers with one role each', () => {
  let nats: Awaited<ReturnType<typeof startNats>>;
  /** The world is the server with the boards. */
  let world: World;
  let left: Awaited<ReturnType<World['enrol']>>;
  let web: Awaited<ReturnType<World['startSecond']>>;
  beforeAll(async () => {
    nats = await startNats();
    world = await startWorld({ env: { BUS_URL: nats.url, ROLES: 'link' } });
    left = await world.enrol();
    await world.db
      .insertInto('board_session')
      .values({ device_id: left.id, server_id: 'web', conn: 7, is_online: false, since: new Date() })
      .execute();
    web = await world.startSecond({ ROLES: 'web', SERVER_ID: 'web' });
  });
  afterAll(async () => {
    await web.stop();
    await world.stop();
    await nats.stop();
  });

  async function aPump() {
    const owner = await world.user();
    const device = await world.enrol(owner.id);
    const board = await device.connect();
    await board.listenToAll();
    const fc = { id: `FC-${device.deviceId.slice(4)}`, fc_type: 'GD10', ident: 269, unit: 1 } as const;
    await board.publishInfo({ fc });
    await board.publishStatus();
    await board.publishTele({ d: aReading() });
    return { there: web.browser(owner), device, board };
  }

  it('web: it has no MQTT port, and people see and stop boards of the other server', async () => {
    const { there, device, board } = await aPump();
    expect(web.mqttUrl).toBe('');
    await waitFor(async () =>
      ((await there.get('/api-requests/online-devices')).body as string[]).includes(device.deviceId),
    );
    const answer = there.startStop(device.deviceId, false);
    await board.done(await board.nextCommand());
    expect(await answer).toMatchObject({ status: 200 });
    expect((await fetch(`${web.url}/readyz`)).status).toBe(200);
    await board.leave();
  });

  it('link: its HTTP port has health and metrics, and neither console nor API', async () => {
    const statusOf = async (path: string) => (await fetch(`${world.server.url}${path}`)).status;
    for (const path of ['/healthz', '/readyz', '/readyz/balancer', '/metrics'])
      expect([path, await statusOf(path)]).toEqual([path, 200]);
    for (const path of ['/', '/auth/login', '/api/users/me', '/api/docs'])
      expect([path, await statusOf(path)]).toEqual([path, 404]);
    expect(world.server.setup).toBeNull();
  });

  it('jobs: mails of alerts are sent by that server alone', async () => {
    const { device, board } = await aPump();
    await board.publish('event', { ...dryRun, ts: Math.floor(Date.now() / 1000) });
    const stateOf = async () =>
      world.db
        .selectFrom('alert_delivery')
        .innerJoin('alert', 'alert.id', 'alert_id')
        .where('device_id', '=', device.id)
        .select('alert_delivery.state')
        .executeTakeFirst();
    await waitFor(async () => (await stateOf())?.state === 'waiting');
    const jobs = await world.startSecond({ ROLES: 'jobs' });
    await waitFor(async () => (await stateOf())?.state === 'written');
    expect(await readdir(join(jobs.dataDir, 'mail'))).toHaveLength(1);
    for (const { dataDir } of [world, web]) expect(existsSync(join(dataDir, 'mail'))).toBe(false);
    await jobs.stop();
    await board.leave();
  });

  it('boards that a server had before it lost the role go to one that has it', async () => {
    const row = () =>
      world.db
        .selectFrom('board_session')
        .where('device_id', '=', left.id)
        .select('server_id')
        .executeTakeFirstOrThrow();
    await waitFor(async () => (await row()).server_id !== 'web');
  });
});
