import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** From this share of the limit on, a new connection closes the oldest one that waits for a request. */
export const CROWDED_SHARE = 0.75;

/**
 * Connections without a complete request: new, idle after an answer, or with headers or a body that do not arrive. They are
 * in the order in which they began to wait. A connection that is being answered, event streams too, is never among them.
 */
export function createUnfinished(
  server: Server,
  maxConnections: number,
  /** The accepted socket of a decrypted one. */
  acceptedOf: (socket: Socket) => Socket,
) {
  const open = new Set<Socket>();
  const waiting = new Set<Socket>();

  function wait(socket: Socket): void {
    waiting.delete(socket);
    if (open.has(socket)) waiting.add(socket);
  }

  // Before the handler of the application: a request without a body is complete with its headers.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const socket = acceptedOf(request.socket);
    if (request.complete || !hasBody(request)) waiting.delete(socket);
    // A body that arrives after the answer leaves the connection idle.
    else request.once('end', () => response.closed || waiting.delete(socket));
    response.once('close', () => wait(socket));
  });

  return {
    isFull: () => open.size >= maxConnections,
    isCrowded: () => open.size >= CROWDED_SHARE * maxConnections,
    add(socket: Socket): void {
      open.add(socket);
      wait(socket);
      socket.once('close', () => {
        open.delete(socket);
        waiting.delete(socket);
      });
    },
    /** The connection with a file that an authorized user uploads is not closed for another one. */
    keep: (socket: Socket) => void waiting.delete(acceptedOf(socket)),
    /** False when all connections are in use. */
    closeOldest(): boolean {
      const [oldest] = waiting;
      oldest?.destroy();
      return oldest !== undefined;
    },
  };
}

export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
