import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** The step of a connection that is not answered any more. */
export type Silence = 'connection' | 'login' | 'query';

const LOGIN_BYTES = 8;

function message(kind: string, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + length.length);
  return Buffer.concat([Buffer.from(kind), length, body]);
}

const AUTHENTICATED = message('R', Buffer.alloc(4));
const READY = message('Z', 'I');
/** One column of text, with the row "1". */
const ANSWER = Buffer.concat([
  message('T', '\0\x01timeline\0', Buffer.from('00000000000000000017000400000000'.padEnd(36, '0'), 'hex')),
  message('D', '\0\x01\0\0\0\x01', '1'),
  message('C', 'SELECT 1\0'),
  READY,
]);

/**
 * A Postgres of a few messages, whose every query has the answer 1, until it is silent: it accepts, and does not answer from
 * that step on. The search for the primary has connections of its own.
 */
export async function startSilentPostgres() {
  const sockets = new Set<Socket>();
  const postgres = { silence: {} as { of?: Silence; isSearchAnswered?: boolean } };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
    let isSearch = false;
    let hasBegun = false;
    const isSilent = (step: Silence) =>
      postgres.silence.of === step && !(isSearch && postgres.silence.isSearchAnswered);
    socket.on('data', (bytes) => {
      if (!hasBegun) {
        hasBegun = true;
        isSearch = bytes.subarray(LOGIN_BYTES).includes('manoboard finder');
        if (isSilent('connection')) return;
        socket.write(AUTHENTICATED);
        if (!isSilent('login')) socket.write(READY);
      } else if (bytes[0] === 'Q'.charCodeAt(0) && !isSilent('query')) socket.write(ANSWER);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(postgres, {
    port,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
}
