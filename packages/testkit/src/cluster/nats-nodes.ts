import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { waitFor } from '../wait-for.ts';
import { createSystemProgram } from './system-program.ts';

const NODES = 3;

/** Three nodes of the bus with the configuration that operators copy (`deploy/nats.conf`). */
export async function startNatsNodes(root: string, folder: string) {
  const model = await readFile(join(root, 'deploy', 'nats.conf'), 'utf8');
  const places = await Promise.all(
    Array.from({ length: NODES }, async () => ({
      port: await freePort(),
      routePort: await freePort(),
      httpPort: await freePort(),
    })),
  );
  const routes = places.map(({ routePort }) => `"nats://route:routes@127.0.0.1:${routePort}"`).join(', ');
  const nodes = await Promise.all(
    places.map(async ({ port, routePort, httpPort }, at) => {
      const file = join(folder, `nats-${at + 1}.conf`);
      const text = model
        .replace('bus-a', `bus-${at + 1}`)
        .replace('0.0.0.0:4222', `127.0.0.1:${port}`)
        .replace('127.0.0.1:8222', `127.0.0.1:${httpPort}`)
        .replace('"change this"', '"secret"')
        .replace('0.0.0.0:6222', `127.0.0.1:${routePort}`)
        .replace('"change this too"', '"routes"')
        // Clients would learn the other nodes and go around lines that are cut.
        .replace(/routes: \[[^\]]*\]/, `no_advertise: true\n  routes: [${routes}]`);
      await writeFile(file, text);
      const isHealthy = async () => (await fetch(`http://127.0.0.1:${httpPort}/healthz`)).ok;
      return createSystemProgram('nats-server', ['-c', file], () =>
        waitFor(isHealthy, { what: `node ${at + 1} of NATS` }),
      );
    }),
  );
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.kill()));
  };
  try {
    await Promise.all(nodes.map((node) => node.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    nodes,
    ports: places.map(({ port }) => port),
    /** The address of the bus by these ports. */
    urlOf: (ports: readonly number[]) =>
      `nats://manoboard:secret@${ports.map((port) => `127.0.0.1:${port}`).join()}`,
    stop,
  };
}
