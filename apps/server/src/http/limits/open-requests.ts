import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { hasBody } from '../exchange.ts';

/** From this share of the limit on, a new connection closes the oldest one that waits for a request. */
export const CROWDED_SHARE = 0.75;

/** Node's own limits, which close connections that send a request too slowly. */
export const SERVER_TIMEOUTS = {
  /** For the headers, and for the first byte of a new connection. */
  headersTimeout: 10_000,
  /** For a whole request: firmware of a few megabytes on a slow line. */
  requestTimeout: 120_000,
  connectionsCheckingInterval: 2000,
};

/**
 * Connections without a complete request: new, idle after an answer, or with headers or a body that do not arrive. They are
 * in the order in which they began to wait. A connection that is being answered, event streams too, is never among them;
 * by HTTP/2 it may have several requests at once.
 */
export function createUnfinished(
  server: Server,
  maxConnections: number,
  /** The accepted socket of a request, whose connection may be decrypted. */
  acceptedOf: (request: IncomingMessage) => Socket,
) {
  const open = new Set<Socket>();
  const waiting = new Set<Socket>();
  /** Complete requests without an answer, by connection. */
  const answering = new Map<Socket, number>();
  const begins = new WeakMap<IncomingMessage, () => void>();

  function wait(socket: Socket): void {
    waiting.delete(socket);
    if (open.has(socket) && !answering.get(socket)) waiting.add(socket);
  }

  // Before the handler of the application: a request without a body is complete with its headers.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const socket = acceptedOf(request);
    const count = (change: 1 | -1) => {
      if (open.has(socket)) answering.set(socket, (answering.get(socket) ?? 0) + change);
    };
    let state: 'incomplete' | 'answering' | 'closed' = 'incomplete';
    const begin = () => {
      // A body that arrives after the answer leaves the connection idle.
      if (state !== 'incomplete') return;
      state = 'answering';
      count(1);
      waiting.delete(socket);
    };
    begins.set(request, begin);
    if (request.complete || !hasBody(request)) begin();
    else request.once('end', begin);
    response.once('close', () => {
      if (state === 'answering') count(-1);
      state = 'closed';
      wait(socket);
    });
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
        answering.delete(socket);
      });
    },
    /** The connection with a file that an authorized user uploads is not closed for another one. */
    keep: (request: IncomingMessage) => begins.get(request)?.(),
    /** False when all connections are in use. */
    closeOldest(): boolean {
      const [oldest] = waiting;
      oldest?.destroy();
      return oldest !== undefined;
    },
  };
}
