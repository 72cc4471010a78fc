import { createServer } from 'node:net';

/** Below 32768: outgoing connections take the ports above. */
const LOWEST = 20_000;
const HIGHEST = 29_999;
/** A port is taken only some time after it was found: nobody else finds it meanwhile, neither here nor in a test beside. */
const LANES = 8;
const lane = Number(process.env.VITEST_POOL_ID ?? 0) % LANES;
const given = new Set<number>();

/** A port on loopback that nobody listens on. */
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
