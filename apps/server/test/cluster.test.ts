import type { LastData } from '@manoboard/contract/device/device';
import { decodeMessage } from '@manoboard/contract/mqtt/decode-message';
import type { Message } from '@manoboard/contract/mqtt/topics';
import type { ApiTokenWithSecret } from '@manoboard/contract/token/token';
import { emptyLastData } from '@manoboard/domain/telemetry/last-data';
import { aReading } from '@manoboard/testkit/factories';
import { findNats } from '@manoboard/testkit/nats';
import { aReleaseFile } from '@manoboard/testkit/signed-firmware';
import { waitFor } from '@manoboard/testkit/wait-for';
import { connect } from '@nats-io/transport-node';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSecretBox } from '../src/base/secret-box.ts';
import { createNatsBus } from '../src/bus/nats-bus.ts';
import { type ClusterWorld, isSeenOnline, startClusterWorld } from './cluster-world.ts';
import { addLogin, connectLogin, leaveAll } from './integration-world.ts';
import { createOtaBoard } from './ota-board.ts';
import { TEST_SECRET_KEY } from './world.ts';

describe.skipIf(!findNats())('two servers on one database', () => {
  let cluster: ClusterWorld;
  beforeAll(async () => {
    cluster = await startClusterWorld();
  });
  afterAll(async () => {
    await leaveAll();
    await cluster.stop();
  });

  it('twelve boards that move to the other server raise nothing', async () => {
    const owner = await cluster.world.user();
    const devices = await Promise.all(Array.from({ length: 12 }, () => cluster.world.enrol(owner.id)));
    const boards = await Promise.all(devices.map((device) => cluster.connect(device, 'first')));
    const moved = await Promise.all(devices.map((device) => cluster.connect(device, 'second', 2)));
    await waitFor(() => boards.every(({ client }) => !client.connected));
    await cluster.world.server.reportOutage();
    await cluster.second.reportOutage();
    const keys = devices.map(({ id }) => id);
    const alerts = await cluster.world.db
      .selectFrom('alert')
      .where((eb) => eb.or([eb('device_id', 'in', keys), eb('device_id', 'is', null)]))
      .select(['kind', 'device_id'])
      .execute();
    expect(alerts).toEqual([]);
    const reports = await cluster.world.db.selectFrom('server_report').select('outage').execute();
    expect(reports.map(({ outage }) => outage)).toEqual(reports.map(() => null));
    for (const board of moved) await board.leave();
  });

  it('an API token that is revoked at one server ends at the other, with its stream', async () => {
    const owner = await cluster.world.user();
    await cluster.world.enrol(owner.id);
    const added = await owner.post('/users/me/tokens', { name: 'Skript', days: 30, switch_devices: [] });
    const { id, secret } = added.body as ApiTokenWithSecret;
    const headers = { authorization: `Bearer ${secret}` };
    const read = () => fetch(`${cluster.second.url}/api/users-devices/get-devices`, { headers });
    const stream = await fetch(`${cluster.second.url}/api/actual-data/stream`, { headers });
    expect([stream.status, (await read()).status]).toEqual([200, 200]);
    expect((await owner.send('DELETE', `/users/me/tokens/${id}`)).status).toBe(204);
    expect((await read()).status).toBe(401);
    await stream.text().catch(() => undefined);
  });

  describe('a board of the other server', () => {
    it('gets a new secret, and logs in with it at either server', async () => {
      const boss = await cluster.world.user({}, ['Super Seller']);
      const there = cluster.second.browser(boss);
      const device = await cluster.world.enrol();
      const board = await cluster.connect(device, 'first');
      await board.publishInfo({ cap: ['secret'] });
      const received: Message<'secret'>[] = [];
      board.client.on('message', (_path, payload) => {
        const decoded = decodeMessage('secret', payload);
        if (decoded.ok) received.push(decoded.message);
      });
      await isSeenOnline(there, device.deviceId);
      const asked = await there.post('/enrolments/renewals', { id_dev: device.deviceId });
      expect([asked.status, asked.body]).toMatchObject([202, { state: 'sent' }]);
      const { secret } = await waitFor(() => received[0]);
      await (await device.connect({ secret, url: cluster.second.mqttUrl })).leave();
      await expect(device.connect()).rejects.toThrow(/Bad username or password/);
      expect((await boss.get('/enrolments/renewals')).body).toMatchObject([{ state: 'done' }]);
    });

    it('is online there, and its values arrive', async () => {
      const { there, device, board } = await cluster.aPump();
      await isSeenOnline(there, device.deviceId);
      const stream = await there.stream();
      const { online } = (await stream.next('snapshot')).data;
      expect(online).toEqual([device.deviceId]);
      await board.publishTele({ d: { pressure: 4.56 } });
      await stream.next('last-data', ({ data }) => data.pressure === 4.56);
      await board.leave();
      await stream.next('online', ({ online: isOnline }) => !isOnline);
      stream.close();
    });

    it('is stopped: the command runs on its server, and pages of both servers see all its states', async () => {
      const { owner, there, device, board } = await cluster.aPump();
      await isSeenOnline(there, device.deviceId);
      const streams = [await owner.stream(), await there.stream()];
      const answer = there.startStop(device.deviceId, false);
      const cmd = await board.nextCommand();
      for (const stream of streams) await stream.next('command', ({ status }) => status === 'published');
      await board.done(cmd);
      expect(await answer).toMatchObject({ status: 200, body: { id: cmd.id, status: 'done' } });
      for (const stream of streams) {
        await stream.next('command', ({ status }) => status === 'done');
        stream.close();
      }
      await board.leave();
    });

    it('refuses a command of the board with the reason of the board', async () => {
      const { there, device, board } = await cluster.aPump();
      await isSeenOnline(there, device.deviceId);
      const answer = there.startStop(device.deviceId, true);
      await board.ack(await board.nextCommand(), { st: 'rejected', err: 'fc_fault' });
      expect(await answer).toMatchObject({ status: 409, body: { detail: 'FC_FAULT' } });
      await board.leave();
    });

    it('is offline at both at once: a command is refused and stored', async () => {
      const { owner, there, device, board } = await cluster.aPump();
      await isSeenOnline(there, device.deviceId);
      await board.leave();
      await waitFor(
        async () => ((await there.get('/api-requests/online-devices')).body as string[]).length === 0,
      );
      for (const browser of [owner, there])
        expect(await browser.startStop(device.deviceId, true)).toMatchObject({
          status: 409,
          body: { detail: 'DEVICE_OFFLINE' },
        });
    });

    it('gets one command for the same idempotency key at both servers, and both get its answer', async () => {
      const { owner, there, device, board } = await cluster.aPump();
      await isSeenOnline(there, device.deviceId);
      const stop = { what: 'start', value: false };
      const key = { 'idempotency-key': 'the-same-click-0001' };
      const answers = [owner, there].map((browser) =>
        browser.post(`/mqtt/${device.deviceId}/start-stop`, stop, key),
      );
      await board.done(await board.nextCommand());
      const [one, other] = await Promise.all(answers);
      expect(one).toMatchObject({ status: 200 });
      expect(other?.body).toEqual(one?.body);
      expect(board.commands).toHaveLength(1);
      await board.leave();
    });

    it('gets its configuration', async () => {
      const { there, device, board } = await cluster.aPump();
      await isSeenOnline(there, device.deviceId);
      const received: string[] = [];
      board.client.on('message', (topic, payload) => received.push(`${topic} ${payload}`));
      const technician = cluster.second.browser(await cluster.world.user({}, ['Technician']));
      const { status } = await technician.send('PUT', `/devices/${device.deviceId}/config`, {
        version: 0,
        config: { tele_s: 7 },
      });
      expect(status).toBe(200);
      await waitFor(() => received.some((line) => /cfg\/desired .*"tele_s":7/.test(line)));
      await board.leave();
    });

    it('reads its registers', async () => {
      const { there, device, board } = await cluster.aPump();
      await isSeenOnline(there, device.deviceId);
      const answer = there.post(`/devices/${device.deviceId}/registers/read`, { registers: [8451] });
      const cmd = await Promise.race([board.nextCommand(), answer.then((given) => given.body)]);
      expect(cmd).toMatchObject({ op: 'reg_read' });
      const { reg, n } = cmd as { reg: number; n: number };
      await board.ack(cmd as never, { st: 'done', d: { reg, val: Array.from({ length: n }, () => 7) } });
      expect(await answer).toMatchObject({ status: 200 });
      await board.leave();
    });

    it('is switched by an integration login at the other server', async () => {
      const { owner, there, device, board } = await cluster.aPump();
      await isSeenOnline(there, device.deviceId);
      const login = await addLogin(owner);
      await owner.send('PATCH', `/integrations/${login.id}`, { can_switch: true });
      const client = await connectLogin(cluster.world, login, { url: cluster.second.mqttUrl });
      await client.subscribeToAll();
      await waitFor(() => client.textAt(`devices/${device.deviceId}/availability`) === 'online');
      await client.publish(`devices/${device.deviceId}/switch/set`, 'OFF');
      expect(await board.nextCommand()).toMatchObject({ op: 'start_stop', val: false });
      await owner.send('DELETE', `/integrations/${login.id}`);
      await client.ended();
      await board.leave();
    });
  });

  describe('a board that connects to the other server', () => {
    it('leaves its old line, is never offline, and its late will changes nothing', async () => {
      const { owner, there, device, board } = await cluster.aPump();
      await isSeenOnline(there, device.deviceId);
      const streams = [await owner.stream(), await there.stream()];
      for (const stream of streams) await stream.next('snapshot');
      const moved = await cluster.connect(device, 'second', 2);
      await waitFor(() => !board.client.connected);
      const answer = owner.startStop(device.deviceId, false);
      await moved.done(await moved.nextCommand());
      expect(await answer).toMatchObject({ status: 200 });
      expect(board.commands).toEqual([]);
      for (const stream of streams) {
        expect(stream.events.filter(({ event }) => event === 'online')).toEqual([]);
        stream.close();
      }
      const row = await cluster.world.db
        .selectFrom('board_session')
        .where('device_id', '=', device.id)
        .select(['conn', 'is_online'])
        .executeTakeFirst();
      expect(row).toEqual({ conn: '2', is_online: true });
      await moved.leave();
    });

    it('keeps its last values: fields that the other server has stored', async () => {
      const { owner, there, device, board } = await cluster.aPump();
      await board.publishTele({ d: { ...aReading(), pressure: 3.33 } });
      await board.leave();
      const moved = await device.connect({ url: cluster.second.mqttUrl, boot: 2 });
      await moved.publishStatus();
      await moved.publishTele({ d: { frequency_fc: 41 } });
      const lastOf = async (browser: Pick<typeof owner, 'get'>) => {
        const { body } = await browser.get('/actual-data/all-last-data');
        return (body as { data: { pressure: number; frequency_fc: number } }[])[0]?.data;
      };
      await waitFor(async () => (await lastOf(owner))?.frequency_fc === 41);
      expect(await lastOf(there)).toEqual(await lastOf(owner));
      expect(await lastOf(owner)).toMatchObject({ pressure: 3.33 });
      await moved.leave();
    });
  });

  it('an ack that arrives at the other server ends the command, for the person who waits too', async () => {
    const { owner, there, device, board } = await cluster.aPump();
    await isSeenOnline(there, device.deviceId);
    const answer = owner.startStop(device.deviceId, false);
    const cmd = await board.nextCommand();
    const moved = await cluster.connect(device, 'second', 2);
    await moved.done(cmd);
    expect(await answer).toMatchObject({ status: 200, body: { id: cmd.id, status: 'done' } });
    await moved.leave();
  });

  it('columns, events and bus messages of a newer version beside them change nothing', async () => {
    const { db } = cluster.world;
    for (const table of ['server', 'board_session', 'command', 'outbox_event', 'last_data', 'server_report'])
      await sql`alter table ${sql.table(table)} add column of_a_newer_version text default 'blue'`.execute(
        db,
      );
    await db
      .insertInto('outbox_event')
      .values({ name: 'ofANewerVersion', payload: JSON.stringify({ colour: 'blue' }) })
      .execute();
    const newer = createNatsBus({
      serverId: 'newer',
      url: cluster.nats.url,
      installation: cluster.world.connection.database ?? '',
      key: createSecretBox(TEST_SECRET_KEY).busKey,
      quietWarn: () => {},
    });
    await waitFor(() => newer.isUp());
    newer.publish('ofANewerVersion' as 'live', { colour: 'blue' });
    newer.publish('database', { isUp: true, colour: 'blue' });
    const { there, device, board } = await cluster.aPump();
    await isSeenOnline(there, device.deviceId);
    const stream = await there.stream();
    await stream.next('snapshot');
    const answer = there.startStop(device.deviceId, false);
    await board.done(await board.nextCommand());
    expect(await answer).toMatchObject({ status: 200 });
    await board.publishTele({ d: { pressure: 3.21 } });
    await stream.next('last-data', ({ data }) => data.pressure === 3.21);
    stream.close();
    await newer.stop();
    await board.leave();
  });

  it('a server of the version before beside them sends and reads last values as messages', async () => {
    const { owner, there, device, board } = await cluster.aPump();
    await isSeenOnline(there, device.deviceId);
    const { hostname, port } = new URL(cluster.nats.url);
    const older = await connect({ servers: `${hostname}:${port}`, user: 'manoboard', pass: 'secret' });
    const all = `manoboard.${cluster.world.connection.database}.all`;
    const received: string[] = [];
    older.subscribe(all, { callback: (_err, message) => void received.push(message.string()) });
    const publish = (...messages: [subject: string, message: unknown][]) =>
      older.publish(all, JSON.stringify(['older', ...messages]));
    const heartbeat = setInterval(() => {
      publish();
      void sql`
        insert into server (server_id, version, is_bus_up, is_draining) values ('older', '0.9.0', true, false)
        on conflict (server_id) do update set seen_at = clock_timestamp()`.execute(cluster.world.db);
    }, 500);
    await waitFor(async () => {
      await board.publishTele({ d: { pressure: 2.22 } });
      return received.some((text) => /"live",\{.*"pressure":2.22/.test(text));
    });

    const elsewhere = await cluster.world.enrol(owner.id);
    const stream = await there.stream();
    await stream.next('snapshot');
    const empty = emptyLastData(elsewhere.deviceId);
    const last = { ...empty, data: { ...empty.data, pressure: 1.11 }, received_at: 1 };
    const kept = { deviceId: elsewhere.deviceId, deviceKey: elsewhere.id, conn: 1, boot: 1, seq: 1, last };
    // A server reads only after it has seen the other one in the database.
    const values = setInterval(() => publish(['live', kept]), 500);
    await stream.next('last-data', ({ data }) => data.pressure === 1.11);
    clearInterval(values);
    stream.close();
    clearInterval(heartbeat);
    await older.close();
    await sql`delete from server where server_id = 'older'`.execute(cluster.world.db);
    await board.leave();
  });

  it('a server that starts ends no command of another one', async () => {
    const { owner, device, board } = await cluster.aPump();
    const answer = owner.startStop(device.deviceId, false);
    const cmd = await board.nextCommand();
    const third = await cluster.world.startSecond();
    await board.done(cmd);
    expect(await answer).toMatchObject({ status: 200 });
    await third.stop();
    await board.leave();
  });

  describe('changes on one server', () => {
    it('lists are equal on both servers', async () => {
      const boss = await cluster.world.user({}, ['Super Seller']);
      const there = cluster.second.browser(boss);
      const { device, board } = await cluster.aPump();
      await isSeenOnline(there, device.deviceId);
      for (const path of ['/devices/fleet', '/work/devices', '/api-requests/online-devices', '/alerts'])
        await waitFor(
          async () => {
            const [one, other] = [await boss.get(path), await there.get(path)];
            return one.status === 200 && JSON.stringify(one.body) === JSON.stringify(other.body);
          },
          { what: `equal answers of ${path}` },
        );
      await board.leave();
    });

    it('a stream that moves to the other server starts with all values', async () => {
      const { owner, there, device, board } = await cluster.aPump();
      await isSeenOnline(there, device.deviceId);
      const stream = await owner.stream();
      await board.publishTele({ d: aReading({ pressure: 4.32 }) });
      await stream.next('last-data', ({ data }) => data.pressure === 4.32);
      // Servers exchange values in batches of some milliseconds.
      await waitFor(async () =>
        JSON.stringify((await there.get('/actual-data/all-last-data')).body).includes('4.32'),
      );
      const moved = await there.stream('', stream.state.lastEventId);
      const { last_data, online } = (await moved.next('snapshot')).data;
      expect(online).toEqual([device.deviceId]);
      expect(last_data[0]?.data.pressure).toBe(4.32);
      for (const each of [stream, moved]) each.close();
      await board.leave();
    });

    it('numbers of an alert rule are used by the server of the board', async () => {
      const { device, board } = await cluster.aPump();
      const raised = () =>
        cluster.world.db
          .selectFrom('alert')
          .where('device_id', '=', device.id)
          .where('kind', '=', 'over_temperature')
          .select('id')
          .execute();
      await board.publishTele({ d: aReading({ temperature_fc: 60 }) });
      const technician = cluster.second.browser(await cluster.world.user({}, ['Technician']));
      const numbers = { thresholds: { over_temperature: { warnC: 55, afterS: 0 } }, off: [] };
      const path = `/devices/${device.deviceId}/alert-settings`;
      expect(await technician.send('PUT', path, numbers)).toMatchObject({ status: 200 });
      await waitFor(async () => {
        await board.publishTele({ d: aReading({ temperature_fc: 60 }) });
        return (await raised()).length === 1;
      });
      await board.leave();
    });

    it('numbers and configurations whose events a server has missed are read again', async () => {
      const { owner, device, board } = await cluster.aPump();
      const { db } = cluster.world;
      await board.publishTele({ d: aReading({ temperature_fc: 60 }) });
      const thresholds = { over_temperature: { warnC: 55, afterS: 0 } };
      const of = { device_id: device.id, user_id: owner.id };
      const at = new Date();
      await db
        .insertInto('alert_settings')
        .values({ ...of, settings: JSON.stringify({ thresholds, off: [] }), at })
        .execute();
      await db
        .insertInto('device_config')
        .values({ ...of, version: 1, config: '{"tele_s":60}', created_at: at, answer: null, change_id: null })
        .execute();
      await db
        .insertInto('config_report')
        .values({
          device_id: device.id,
          version: 1,
          status: 'applied',
          reason: null,
          field: null,
          reported_at: at,
          applied_version: 1,
          applied_at: at,
        })
        .execute();
      // As after a failover to a standby that did not have the last events.
      await sql`delete from outbox_event`.execute(db);
      await sql`select setval('outbox_event_id_seq', 1)`.execute(db);
      await waitFor(async () => {
        await board.publishTele({ d: aReading({ temperature_fc: 60 }) });
        const alerts = await db
          .selectFrom('alert')
          .where('device_id', '=', device.id)
          .where('kind', '=', 'over_temperature')
          .select('id')
          .execute();
        return alerts.length === 1;
      });
      const [last] = (await owner.get('/actual-data/all-last-data')).body as LastData[];
      expect(last?.every_s?.running).toBe(60);
      await board.leave();
    });
  });

  it('an update goes on when its board moves, and a start stays refused at both servers', async () => {
    const boss = await cluster.world.user({}, ['Super Seller']);
    await boss.request('/firmware/releases', {
      method: 'POST',
      body: Buffer.from(aReleaseFile({})),
      headers: { 'content-type': 'application/octet-stream' },
    });
    const owner = await cluster.world.user();
    const there = cluster.second.browser(owner);
    const device = await cluster.world.enrol(owner.id);
    const begin = async (to: 'first' | 'second', boot: number) => {
      const url = to === 'first' ? cluster.world.server.mqttUrl : cluster.second.mqttUrl;
      const board = await device.connect({ url, boot });
      await board.listen();
      const ota = await createOtaBoard(board);
      await board.publishStatus();
      const fc = { id: `FC-${device.deviceId.slice(4)}`, fc_type: 'GD10', ident: 269, unit: 1 };
      await board.publishInfo({ version: '1.4.2', hw: 'MNB-2', cap: ['ota'], fc });
      await board.publishTele({ d: aReading({ on_off_state_r: 3 }) });
      return { board, ota };
    };
    const { board, ota } = await begin('first', 1);
    await isSeenOnline(there, device.deviceId);
    const begun = await there.post(`/firmware/${device.deviceId}/update`, { version: '1.5.0' });
    expect(begun).toMatchObject({ status: 201 });
    await ota.waitForJob();
    await ota.publishState('DOWNLOADING');
    const moved = await begin('second', 2);
    await waitFor(() => !board.client.connected);
    await moved.ota.waitForJob();
    await moved.ota.publishState('DOWNLOADING');
    await moved.ota.requestChunk(0);
    await moved.ota.chunk(0);
    expect(moved.ota.jobs).not.toContain(null);
    for (const browser of [owner, there])
      expect(await browser.startStop(device.deviceId, true)).toMatchObject({
        status: 409,
        body: { detail: 'UPDATE_RUNNING' },
      });
    await moved.board.leave();
  });
});
