import { createServer } from 'node:net';

/** Below 32768: outgoing connections take the ports above. */
const LOWEST = 20_000;
const HIGHEST = 32_767;

/** A port on loopback that nobody listens on. */
export async function freePort(): Promise<number> {
  while (true) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST + 1));
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
