import { Server as HttpServer } from 'node:http';
import { type BlockList, createServer, type Server } from 'node:net';
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
export interface Place {
  host: string;
  port: number;
  hostSetting: string;
  portSetting: string;
}

/** Turns a listen error into a sentence that names the setting; other errors stay as they are. */
function listenProblem(error: unknown, { host, port, hostSetting, portSetting }: Place): unknown {
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
 * Connections that the kernel holds per socket until they are accepted (it has a limit of its own). Beyond it connections
 * are dropped, and a client retries after 1, 3, 7 s: a storm of reconnects or a flood fills a short queue.
 */
const BACKLOG = 4096;
/**
 * Sockets that listen on one port. The event loop accepts one connection per socket and turn, so with one socket and
 * turns of 5 ms a flood of 1000 connections delays the next user by 5 s. More sockets also hold more connections.
 */
const SOCKETS = 64;
/** The kernel distributes connections among the sockets of one port on Linux only. */
const CAN_SHARE_PORT = process.platform === 'linux';

type Listening = Pick<Place, 'host' | 'port'> & { backlog: number; reusePort: boolean };

const listenOnce = (server: Server, at: Listening) =>
  new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(at, () => {
      server.off('error', fail);
      done();
    });
  });

/** A further socket, whose connections are handled by the server. */
function createSocket(server: Server & { blockList?: BlockList }): Server {
  const { blockList } = server;
  // An HTTP server answers a client that has sent everything and closed its side.
  const allowHalfOpen = server instanceof HttpServer;
  const socket = createServer({ allowHalfOpen, noDelay: true, ...(blockList && { blockList }) });
  socket.on('connection', (connection) => server.emit('connection', connection));
  // A connection that cannot be accepted.
  return socket.on('error', (error) => server.emit('error', error));
}

/**
 * Listens with several sockets; returns the function that closes those beside the server's own. Sockets that share a port
 * would also share it with another server of the same user: a port in use is refused first.
 */
export async function listen(
  server: Server,
  place: Place,
  open: (at: Listening) => Promise<unknown> = (at) => listenOnce(server, at),
): Promise<() => void> {
  const at = { host: place.host, port: place.port, backlog: BACKLOG, reusePort: CAN_SHARE_PORT };
  const more = Array.from({ length: CAN_SHARE_PORT ? SOCKETS - 1 : 0 }, () => createSocket(server));
  const close = () => {
    for (const socket of more) socket.close();
  };
  try {
    await probe(at);
    await open(at);
    await Promise.all(more.map((socket) => listenOnce(socket, at)));
  } catch (error) {
    close();
    throw listenProblem(error, place);
  }
  return close;
}

/** An address in a URL: IPv6 needs brackets. */
export const inUrl = (host: string) => (host.includes(':') ? `[${host}]` : host);

const LAST_PORT = 32_767;

/** Fails if the port is in use. */
const probe = ({ host, port }: Pick<Place, 'host' | 'port'>) =>
  new Promise<void>((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(port, host, () => server.close(() => done()));
  });

/** Fails with the sentence of a start on a port that cannot be opened. */
export const requireFreePort = (place: Place): Promise<void> =>
  probe(place).catch((error) => {
    throw listenProblem(error, place);
  });

const isFree = (host: string, port: number) =>
  probe({ host, port }).then(
    () => true,
    () => false,
  );

/** The first free port from `first` on, below the ephemeral ports of outgoing connections. */
export async function freePort(first: number, host = '127.0.0.1'): Promise<number> {
  for (let port = first; port <= LAST_PORT; port++) if (await isFree(host, port)) return port;
  throw new Error(`no free port from ${first} to ${LAST_PORT}`);
}
