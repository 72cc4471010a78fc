import { connect as connectTcp, type Socket } from 'node:net';
import type { AlertPage } from '@manoboard/contract/alert/alert';
import { connectBoard } from '@manoboard/testkit/board-client';
import { anEvent } from '@manoboard/testkit/factories';
import { freePort } from '@manoboard/testkit/free-port';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { insertAlert } from '../../test/alert-row.ts';
import { startWorld, type World } from '../../test/world.ts';
import { createMetrics } from '../base/metrics.ts';
import type { DeviceKey } from '../db/device-key.ts';
import { createConnectionLimit, createExemption } from '../http/limits/connection-limit.ts';
import { startEmbeddedBroker } from './embedded-broker.ts';
import type { Link, LinkHandlers } from './link.ts';

describe('connections', () => {
  let link: Link;
  afterEach(() => link.stop());

  async function startBroker(perAddress: number, connectTimeoutMs: number) {
    const nothing = async () => {};
    const metrics = createMetrics();
    link = await startEmbeddedBroker({
      host: '127.0.0.1',
      port: await freePort(),
      maxConnections: 100,
      admit: createConnectionLimit(perAddress, createExemption(true, undefined)).admit,
      messageLimits: { eventsPerMinute: 60, framesPerSecond: 1000 },
      connectTimeoutMs,
      metrics,
      quietWarn: () => {},
      now: () => 0,
      handlers: {
        authenticate: async (deviceId) => ({ deviceKey: 1 as DeviceKey, deviceId }),
        lost: () => {},
        flooded: () => {},
        answers: () => {},
        integrations: {
          authenticate: async () => undefined,
          connected: () => {},
          lost: () => {},
          received: () => {},
        },
        frame: (_board, _frame, _receipt, done) => done(),
        messages: new Proxy({} as LinkHandlers['messages'], { get: () => nothing }),
      },
    });
    const dropped = async (reason: string) =>
      (await metrics.messagesDropped.get()).values.find(({ labels }) => labels.reason === reason)?.value;
    return { dropped };
  }

  function open(localAddress = '127.0.0.1', bytes?: Buffer): Socket {
    const socket = connectTcp({ port: link.port, host: '127.0.0.1', localAddress });
    socket.on('error', () => {});
    socket.resume();
    if (bytes) socket.write(bytes);
    return socket;
  }

  it('without a complete CONNECT are closed', async () => {
    await startBroker(10, 50);
    const half = Buffer.from([0x10, 40, 0, 4, ...Buffer.from('MQTT')]);
    const sockets = [open(), open('127.0.0.1', half)];
    await waitFor(() => sockets.every(({ closed }) => closed), { what: 'both cut' });
  });

  it('of an address above the limit are refused, of another address accepted', async () => {
    const { dropped } = await startBroker(2, 60_000);
    const sockets = [open('127.0.0.7'), open('127.0.0.7')];
    await waitFor(() => sockets.every(({ readyState }) => readyState === 'open'), {
      what: 'two connections',
    });
    const third = open('127.0.0.7');
    await waitFor(() => third.closed, { what: 'the third refused' });
    expect(await dropped('too_many_of_address')).toBe(1);
    const board = await connectBoard({ url: link.url, deviceId: 'MNB-1', secret: 'x' });
    expect(sockets.map(({ closed }) => closed)).toEqual([false, false]);
    await board.leave();
    for (const socket of sockets) socket.destroy();
  });
});

describe('a board that sends 1,300 alarms', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ env: { MQTT_EVENTS_PER_MINUTE: '2' } });
  });
  afterAll(() => world.stop());

  it('stays connected; some are stored, and one alert counts the others', async () => {
    const technician = await world.user({}, ['Technician']);
    const device = await world.enrol();
    const board = await device.connect();
    let accepted = 0;
    for (let n = 0; n < 1_300; n++) {
      board.publish('event', anEvent({ id: `FLOOD${String(n).padStart(6, '0')}` })).then(
        () => void accepted++,
        () => {},
      );
    }
    await waitFor(() => accepted === 10, { what: 'the burst' });
    await board.publishTele();
    const { values } = await world.server.metrics.messagesDropped.get();
    expect(values.find(({ labels }) => labels.reason === 'too_many_messages')?.value).toBe(1_290);
    expect(board.client.connected).toBe(true);
    const rows = world.db.selectFrom('board_event').where('device_id', '=', device.id).select('id');
    expect(await rows.execute()).toHaveLength(10);
    const path = `/alerts?code=MESSAGE_FLOOD&device_id=${device.deviceId}`;
    const list = async () => ((await technician.get(path)).body as AlertPage).items;
    await waitFor(async () => (await list()).length === 1, { what: 'the alert' });
    expect(await list()).toMatchObject([{ severity: 'warning', cleared_timestamp: null }]);
    await board.drop();
  });

  it('has its alert cleared by a restart of the server', async () => {
    const device = await world.enrol();
    const flood = { kind: 'message_flood', code: 'MESSAGE_FLOOD', severity: 'warning' } as const;
    await insertAlert(world.db, device.id, { ...flood, held_messages: 7 });
    await world.restart();
    const alert = world.db.selectFrom('alert').where('device_id', '=', device.id).select('cleared_at');
    expect((await alert.executeTakeFirstOrThrow()).cleared_at).not.toBeNull();
  });
});
