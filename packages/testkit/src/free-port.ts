import { createServer } from 'node:net';

/** Below 32768, the start of the ephemeral ports. */
const LOWEST = 20_000;
const HIGHEST = 29_999;
/** Locks a port until it is used, so that no other test process gets it. */
const LANES = 8;
const lane = Number(process.env.VITEST_POOL_ID ?? 0) % LANES;
const given = new Set<number>();

/** A free port on loopback. */
export async function freePort(): Promise<number> {
  while (true) {
    const place = Math.floor((Math.random() * (HIGHEST + 1 - LOWEST)) / LANES);
    const port = LOWEST + place * LANES + lane;
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
