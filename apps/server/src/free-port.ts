import { createServer } from 'node:net';

const LAST = 32_767;

const isFree = (host: string, port: number) =>
  new Promise<boolean>((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen(port, host, () => probe.close(() => done(true)));
  });

/** The first free port from `first` on, below those that outgoing connections take. */
export async function freePort(first: number, host = '127.0.0.1'): Promise<number> {
  for (let port = first; port <= LAST; port++) if (await isFree(host, port)) return port;
  throw new Error(`no free port from ${first} to ${LAST}`);
}
