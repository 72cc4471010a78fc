import type { IncomingMessage, Server } from 'node:http';
import { createServer, type Http2Session } from 'node:http2';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { streamOf } from '../exchange.ts';
import { SERVER_TIMEOUTS } from './open-requests.ts';

/** Browsers open six connections to a host by HTTP/1.1, and one with a hundred streams by HTTP/2. */
export const WEB_PROTOCOLS = ['h2', 'http/1.1'];

/**
 * What one connection may cost. Node itself bounds what is not named here: CONTINUATION frames of a header, unread answers
 * to pings and settings, and ten megabytes of memory.
 */
const LIMITS = {
  settings: { enablePush: false, maxConcurrentStreams: 100, maxHeaderListSize: 16 * 1024 },
  maxHeaderListPairs: 100,
  maxSettings: 16,
  maxOutstandingPings: 10,
  maxSessionInvalidFrames: 50,
  maxSessionRejectedStreams: 50,
  /** Requests that are sent and cancelled (rapid reset): a page that is left cancels a few dozen. */
  streamResetBurst: 300,
  streamResetRate: 50,
};
/** That of Fastify for HTTP/1.1. */
const IDLE_MS = 72_000;
/** For a client to read that its idle connection is closed. */
const LAST_FRAME_MS = 2000;

/** Closes a connection without a request: HTTP/1.1 has these limits in Node. */
function closeIdle(session: Http2Session): void {
  let open = 0;
  const end = () => {
    session.close();
    timer = setTimeout(() => session.destroy(), LAST_FRAME_MS);
  };
  let timer = setTimeout(end, SERVER_TIMEOUTS.headersTimeout);
  session
    .on('stream', (stream) => {
      clearTimeout(timer);
      open++;
      stream.once('close', () => {
        open--;
        if (open === 0 && !session.destroyed) timer = setTimeout(end, IDLE_MS);
      });
    })
    .once('close', () => clearTimeout(timer));
}

/** HTTP/2 on decrypted connections. Its requests go to the handler of HTTP/1.1: routes and limits are the same. */
export function createHttp2(server: Server) {
  const sockets = new Map<Http2Session, Socket>();
  const http2 = createServer(LIMITS);
  // Without a listener for CONNECT, which has no path, Node refuses it.
  http2.on('request', (request, response) => server.emit('request', request, response));

  return {
    /** False: the browser has chosen HTTP/1.1. */
    serve(socket: Socket): boolean {
      if ((socket as Partial<TLSSocket>).alpnProtocol !== 'h2') return false;
      http2.once('session', (session) => {
        sockets.set(session, socket);
        session.once('close', () => sockets.delete(session));
        closeIdle(session);
      });
      http2.emit('connection', socket);
      return true;
    },
    /** The connection of a request; several of HTTP/2 share one. */
    socketOf(request: IncomingMessage): Socket {
      const session = streamOf(request)?.session;
      return (session && sockets.get(session)) ?? request.socket;
    },
    stop() {
      for (const session of sockets.keys()) session.destroy();
    },
  };
}
