import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { BoardClient } from '@manoboard/testkit/board-client';
import { aReading } from '@manoboard/testkit/factories';
import { startNats } from '@manoboard/testkit/nats';
import { waitFor } from '@manoboard/testkit/wait-for';
import { inject } from 'vitest';
import type { createBrowser } from './browser.ts';
import { startDatabaseProxy } from './database-proxy.ts';
import { makerKeyFile } from './firmware-world.ts';
import { startWorld, type World } from './world.ts';

type Browser = ReturnType<typeof createBrowser>;
type User = Awaited<ReturnType<World['user']>>;
type Device = Awaited<ReturnType<World['enrol']>>;

/** The board does every command from now on. */
export function answerAll(board: BoardClient): void {
  const next = async (): Promise<void> => {
    await board.done(await board.nextCommand());
    return next();
  };
  next().catch(() => {});
}

export const isSeenOnline = (there: Pick<Browser, 'get'>, deviceId: string) =>
  waitFor(async () =>
    ((await there.get('/api-requests/online-devices')).body as string[]).includes(deviceId),
  );

const isBusUp = async (url: string) =>
  /^manoboard_bus_up 1$/m.test(await (await fetch(`${url}/metrics`)).text());

/** Two servers on one database with a bus, as behind a load balancer: a board or a person uses either. */
export async function startClusterWorld() {
  const nats = await startNats();
  const database = await startDatabaseProxy(inject('postgres'));
  const keys = makerKeyFile();
  const world = await startWorld({
    env: { BUS_URL: nats.url, FIRMWARE_KEYS: keys, START_GAP_S: '0', STARTS_PER_HOUR: '1000' },
    via: database,
  });
  const second = await world.startSecond();

  /** Connects a board to one of the servers, with its birth and a frame. */
  async function connect(device: Device, to: 'first' | 'second', boot = 1) {
    const url = to === 'first' ? world.server.mqttUrl : second.mqttUrl;
    const board = await device.connect({ url, boot });
    await board.listenToAll();
    await board.publishInfo({
      fc: { id: `FC-${device.deviceId.slice(4)}`, fc_type: 'GD10', ident: 269, unit: 1 },
    });
    await board.publishStatus();
    await board.publishTele({ d: aReading() });
    return board;
  }

  return {
    world,
    second,
    nats,
    database,
    connect,
    /** Resolves when both servers are on the bus again. */
    async restartBus() {
      await nats.restart();
      for (const { url } of [world.server, second])
        await waitFor(() => isBusUp(url), { what: `the bus at ${url}` });
    },
    /** An owner with a pump whose board is connected to the first server; `there` is the owner at the second one. */
    async aPump() {
      const owner = await world.user();
      const device = await world.enrol(owner.id);
      const board = await connect(device, 'first');
      return { owner, there: second.browser(owner), device, board };
    },
    /** The devices that each server says are online, for a person who sees all. */
    onlineOn: async (person: User) => ({
      first: (await person.get('/api-requests/online-devices')).body as string[],
      second: (await second.browser(person).get('/api-requests/online-devices')).body as string[],
    }),
    async stop() {
      await second.stop();
      await world.stop();
      database.close();
      await nats.stop();
      await rm(dirname(keys), { recursive: true });
    },
  };
}
export type ClusterWorld = Awaited<ReturnType<typeof startClusterWorld>>;
