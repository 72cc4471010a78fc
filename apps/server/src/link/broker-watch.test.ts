import { connect, createServer, type Server, type Socket } from 'node:net';
import type { DeviceState } from '@manoboard/contract/nouns/device-state';
import { freePort } from '@manoboard/testkit/free-port';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../test/world.ts';
import { watchBroker } from './broker-watch.ts';
import { probeBroker } from './mqtt-probe.ts';

/** Two lines at once, and no more: the broker of this world is easily full. */
const FULL = 2;
let world: World;
beforeAll(async () => {
  world = await startWorld({ env: { MQTT_MAX_CONNECTIONS: `${FULL}` } });
});
afterAll(() => world.stop());

const brokerPort = () => Number(new URL(world.server.mqttUrl).port);

/** A door before the real broker that can be shut, and that can keep whoever enters waiting. */
async function startProxy() {
  const port = await freePort();
  const inside = new Set<Socket>();
  const state = { isMute: false };
  let server: Server | undefined;
  const shut = async () => {
    for (const socket of inside) socket.destroy();
    await new Promise((done) => (server ? server.close(done) : done(undefined)));
    server = undefined;
  };
  const open = () =>
    new Promise<void>((done) => {
      server = createServer((socket) => {
        inside.add(socket.on('error', () => {}));
        if (state.isMute) return;
        const onward = connect(brokerPort(), '127.0.0.1').on('error', () => {});
        inside.add(onward);
        socket.pipe(onward).pipe(socket);
      }).listen(port, '127.0.0.1', done);
    });
  return { port, state, open, shut };
}

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const act of undo.splice(0).reverse()) await act();
});

/** Comes as a board that is enrolled, so that the real broker lets it in. */
async function watched(timeoutMs = 10_000) {
  const { port, state, open, shut } = await startProxy();
  await open();
  const { deviceId, secret } = await world.enrol();
  const changes: boolean[] = [];
  const target = { host: '127.0.0.1', port, clientId: deviceId, secret };
  const timing = { everyMs: 60_000, everyMsWhileDown: 20, timeoutMs };
  const watch = watchBroker(target, (isUp) => changes.push(isUp), timing);
  undo.push(shut, watch.stop);
  return { watch, changes, state, open, shut, target };
}

describe('R4.5 the broker is asked at its door', () => {
  it('one that answers is up', async () => {
    const { watch, changes } = await watched();
    await watch.poll();
    expect([watch.isUp(), changes]).toEqual([true, []]);
  });

  it('a door that is shut: down, and up again by itself when it opens', async () => {
    const { watch, changes, shut, open } = await watched();
    await watch.poll();
    await shut();
    await watch.poll();
    expect([watch.isUp(), changes]).toEqual([false, [false]]);
    await open();
    await waitFor(() => watch.isUp());
    expect(changes).toEqual([false, true]);
  });

  it('a door behind which nobody answers: down', async () => {
    const { watch, state } = await watched(500);
    await watch.poll();
    state.isMute = true;
    await watch.poll();
    expect(watch.isUp()).toBe(false);
    state.isMute = false;
    await waitFor(() => watch.isUp());
  });

  it('who is not let in has not been answered', async () => {
    const { watch, target } = await watched();
    await watch.poll();
    const signal = new AbortController().signal;
    expect(await probeBroker(target, 10_000, signal)).toBe(true);
    expect(await probeBroker({ ...target, secret: 'guess' }, 10_000, signal)).toBe(false);
  });

  it('after the end nothing is told', async () => {
    const { watch, changes, shut } = await watched();
    await watch.poll();
    await shut();
    const polling = watch.poll();
    watch.stop();
    await polling;
    expect(changes).toEqual([]);
  });
});

it('R4.5 a broker that lets nobody in is told to pages, API, operator and figures, and so is its return', async () => {
  const owner = await world.user();
  const device = await world.enrol(owner.id);
  const state = async () => (await owner.get(`/devices/${device.deviceId}/state`)).body as DeviceState;
  const readiness = async () => (await fetch(`${world.server.url}/readyz`)).json();
  const figure = async () => (await world.server.metrics.brokerUp.get()).values[0]?.value;
  expect([(await state()).broker, await readiness(), await figure()]).toEqual([true, { status: 'ready' }, 1]);
  const page = await owner.stream();
  expect((await page.next('snapshot')).data.broker).toBe(true);

  const visitors = Array.from({ length: FULL + 1 }, () => connect(brokerPort(), '127.0.0.1'));
  await page.next('broker', ({ up }) => !up);
  expect(await state()).toMatchObject({ broker: false, online: false });
  expect([await readiness(), await figure()]).toEqual([{ status: 'not ready', down: ['broker'] }, 0]);
  const late = await owner.stream();
  expect((await late.next('snapshot')).data.broker).toBe(false);

  for (const visitor of visitors) visitor.destroy();
  await page.next('broker', ({ up }) => up);
  await late.next('broker', ({ up }) => up);
  expect([(await state()).broker, await readiness(), await figure()]).toEqual([true, { status: 'ready' }, 1]);
  page.close();
  late.close();
});
