import { connect, createServer, type Server, type Socket } from 'node:net';
import type { DeviceState } from '@manoboard/contract/device/device-state';
import { freePort } from '@manoboard/testkit/free-port';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../test/world.ts';
import { watchBroker } from './broker-watch.ts';
import { probeBroker } from './mqtt-probe.ts';

/** Connection limit of the broker in this test. */
const FULL = 2;
let world: World;
beforeAll(async () => {
  world = await startWorld({ env: { MQTT_MAX_CONNECTIONS: `${FULL}` } });
});
afterAll(() => world.stop());

const brokerPort = () => Number(new URL(world.server.mqttUrl).port);

/** A TCP proxy to the broker that can close its port, or accept connections without an answer. */
async function startProxy() {
  const port = await freePort();
  const sockets = new Set<Socket>();
  const state = { isSilent: false };
  let server: Server | undefined;
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => (server ? server.close(done) : done(undefined)));
    server = undefined;
  };
  const open = () =>
    new Promise<void>((done) => {
      server = createServer((socket) => {
        sockets.add(socket.on('error', () => {}));
        if (state.isSilent) return;
        const onward = connect(brokerPort(), '127.0.0.1').on('error', () => {});
        sockets.add(onward);
        socket.pipe(onward).pipe(socket);
      }).listen(port, '127.0.0.1', done);
    });
  return { port, state, open, close };
}

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const act of undo.splice(0).reverse()) await act();
});

/** Watches the broker through the proxy, with the credentials of an enrolled board. */
async function watched(timeoutMs = 10_000) {
  const { port, state, open, close } = await startProxy();
  await open();
  const { deviceId, secret } = await world.enrol();
  const changes: boolean[] = [];
  const target = { host: '127.0.0.1', port, clientId: deviceId, secret };
  const timing = { everyMs: 60_000, everyMsWhileDown: 20, timeoutMs };
  const watch = watchBroker(target, (isUp) => changes.push(isUp), timing);
  undo.push(close, watch.stop);
  return { watch, changes, state, open, close, target };
}

describe('R4.5 the broker watch', () => {
  it('reports a broker that answers as up', async () => {
    const { watch, changes } = await watched();
    await watch.poll();
    expect([watch.isUp(), changes]).toEqual([true, []]);
  });

  it('reports a closed port as down, and as up when it opens again', async () => {
    const { watch, changes, close, open } = await watched();
    await watch.poll();
    await close();
    await watch.poll();
    expect([watch.isUp(), changes]).toEqual([false, [false]]);
    await open();
    await waitFor(() => watch.isUp());
    expect(changes).toEqual([false, true]);
  });

  it('reports a broker without an answer as down', async () => {
    const { watch, state } = await watched(500);
    await watch.poll();
    state.isSilent = true;
    await watch.poll();
    expect(watch.isUp()).toBe(false);
    state.isSilent = false;
    await waitFor(() => watch.isUp());
  });

  it('counts a refused CONNECT as no answer', async () => {
    const { watch, target } = await watched();
    await watch.poll();
    const signal = new AbortController().signal;
    expect(await probeBroker(target, 10_000, signal)).toBe(true);
    expect(await probeBroker({ ...target, secret: 'guess' }, 10_000, signal)).toBe(false);
  });

  it('reports nothing after stop', async () => {
    const { watch, changes, close } = await watched();
    await watch.poll();
    await close();
    const polling = watch.poll();
    watch.stop();
    await polling;
    expect(changes).toEqual([]);
  });
});

it('R4.5 a full broker is shown in stream, API, readyz and metrics, and so is its recovery', async () => {
  const owner = await world.user();
  const device = await world.enrol(owner.id);
  const state = async () => (await owner.get(`/devices/${device.deviceId}/state`)).body as DeviceState;
  const readiness = async () => (await fetch(`${world.server.url}/readyz`)).json();
  const metric = async () => (await world.server.metrics.brokerUp.get()).values[0]?.value;
  expect([(await state()).broker, await readiness(), await metric()]).toEqual([true, { status: 'ready' }, 1]);
  const page = await owner.stream();
  expect((await page.next('snapshot')).data.broker).toBe(true);

  const connections = Array.from({ length: FULL + 1 }, () => connect(brokerPort(), '127.0.0.1'));
  await page.next('broker', ({ up }) => !up);
  expect(await state()).toMatchObject({ broker: false, online: false });
  expect([await readiness(), await metric()]).toEqual([{ status: 'not ready', down: ['broker'] }, 0]);
  const late = await owner.stream();
  expect((await late.next('snapshot')).data.broker).toBe(false);

  for (const connection of connections) connection.destroy();
  await page.next('broker', ({ up }) => up);
  await late.next('broker', ({ up }) => up);
  expect([(await state()).broker, await readiness(), await metric()]).toEqual([true, { status: 'ready' }, 1]);
  page.close();
  late.close();
});
