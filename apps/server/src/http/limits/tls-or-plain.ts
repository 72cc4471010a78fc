import type { Socket } from 'node:net';
import type { TlsLayer } from '../../net/tls.ts';

/** The first byte of a TLS connection: no HTTP request begins with it. */
const TLS_HANDSHAKE = 0x16;
const FIRST_BYTE_MS = 10_000;

/**
 * HTTPS and plain HTTP on one port: a connection that begins with a TLS handshake is decrypted, another one is served as
 * it is, and its requests are redirected (`plain-http.ts`).
 */
export function createEntrance(layer: TlsLayer) {
  /** Connections before their first byte, or in a handshake. */
  const opening = new Set<Socket>();
  /** The accepted socket of a decrypted one: limits count accepted sockets. */
  const accepted = new WeakMap<Socket, Socket>();

  function open(socket: Socket, serve: (socket: Socket) => void): void {
    opening.add(socket);
    const timer = setTimeout(() => socket.destroy(), FIRST_BYTE_MS);
    // A socket without a listener for errors would end the process. The close event handles them.
    socket
      .on('error', () => {})
      .once('close', () => {
        clearTimeout(timer);
        opening.delete(socket);
      });
    socket.once('end', () => opening.has(socket) && socket.destroy());
    socket.once('data', (chunk: Buffer) => {
      clearTimeout(timer);
      socket.pause();
      socket.unshift(chunk);
      if (chunk[0] !== TLS_HANDSHAKE) {
        opening.delete(socket);
        serve(socket);
        socket.resume();
        return;
      }
      layer.accept(socket, (secure) => {
        opening.delete(socket);
        accepted.set(secure, socket);
        serve(secure);
      });
    });
  }

  return {
    open,
    acceptedOf: (socket: Socket): Socket => accepted.get(socket) ?? socket,
    /** Ends connections that are not served yet. */
    stop() {
      for (const socket of opening) socket.destroy();
    },
  };
}
export type Entrance = ReturnType<typeof createEntrance>;

/** Without TLS. */
export const PLAIN_ENTRANCE: Entrance = {
  open: (socket, serve) => serve(socket),
  acceptedOf: (socket) => socket,
  stop: () => {},
};
