import { createServer, type Server } from 'node:net';
import { StartRefused } from '../base/start-refused.ts';

/** A configured port is used as it is; a default port that is in use moves to the next free one, with a log line. */
export async function pickPort(
  setting: string,
  set: number | undefined,
  byDefault: number,
  host: string,
  onProgress: (progress: string) => void,
): Promise<number> {
  if (set !== undefined) return set;
  const port = await freePort(byDefault, host);
  if (port !== byDefault) onProgress(`port ${byDefault} is taken, so ${setting} is ${port}`);
  return port;
}

/** Names of the two settings, for the error sentence. */
interface Place {
  host: string;
  port: number;
  hostSetting: string;
  portSetting: string;
}

/** Turns a listen error into a sentence that names the setting; other errors stay as they are. */
export function listenProblem(error: unknown, { host, port, hostSetting, portSetting }: Place): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new StartRefused(`Port ${port} (${portSetting}) is taken by another program.`);
  if (code === 'EACCES')
    return new StartRefused(`Port ${port} (${portSetting}) is not allowed to this user.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartRefused(`This machine has no address ${host} (${hostSetting}).`);
  return error;
}

/**
 * Connections that the kernel holds until they are accepted (it has a limit of its own). Beyond it connections are
 * dropped, and a client retries after 1, 3, 7 s: a storm of reconnects or a flood fills a short queue.
 */
export const BACKLOG = 4096;

export function listen(server: Server, place: Place): Promise<void> {
  return new Promise((done, fail) => {
    const refuse = (error: unknown) => fail(listenProblem(error, place));
    server.once('error', refuse);
    server.listen({ port: place.port, host: place.host, backlog: BACKLOG }, () => {
      server.off('error', refuse);
      done();
    });
  });
}

/** An address in a URL: IPv6 needs brackets. */
export const inUrl = (host: string) => (host.includes(':') ? `[${host}]` : host);

const LAST_PORT = 32_767;

const isFree = (host: string, port: number) =>
  new Promise<boolean>((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen(port, host, () => probe.close(() => done(true)));
  });

/** The first free port from `first` on, below the ephemeral ports of outgoing connections. */
export async function freePort(first: number, host = '127.0.0.1'): Promise<number> {
  for (let port = first; port <= LAST_PORT; port++) if (await isFree(host, port)) return port;
  throw new Error(`no free port from ${first} to ${LAST_PORT}`);
}
