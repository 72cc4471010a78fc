import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { freePort } from '@manoboard/testkit/free-port';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Gd10World, gd10World } from '../../../test/gd10-world.ts';
import { encodeRequest } from '../modbus/pdu.ts';
import { encodeTcp } from '../modbus/tcp-frame.ts';
import { type Gd10Server, serveTcp } from './gd10-server.ts';

let world: Gd10World;
let server: Gd10Server;
let port: number;
const sockets: Socket[] = [];

beforeEach(async () => {
  world = gd10World();
  port = await freePort();
  server = await serveTcp(world.gd10, 1, { host: '127.0.0.1', port });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close();
});

async function call(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

const read = (transaction: number, unit = 1) =>
  encodeTcp({ transaction, unit, pdu: encodeRequest({ kind: 'read', address: 0x2103, count: 1 }) });
const answer = (transaction: number) =>
  encodeTcp({ transaction, unit: 1, pdu: Uint8Array.of(3, 2, 0x01, 0x0d) });

async function received(socket: Socket, length: number): Promise<Uint8Array> {
  let bytes = Buffer.alloc(0);
  while (bytes.length < length) {
    const [chunk] = await once(socket, 'data');
    bytes = Buffer.concat([bytes, chunk]);
  }
  return Uint8Array.from(bytes);
}

it('answers carry the transaction number, for several requests in one packet and one request in several', async () => {
  const socket = await call();
  socket.write(Buffer.concat([read(7), read(8), read(9).slice(0, 5)]));
  expect(await received(socket, 22)).toEqual(Uint8Array.from([...answer(7), ...answer(8)]));
  socket.write(read(9).slice(5));
  expect(await received(socket, 11)).toEqual(answer(9));
});

it('a request for another unit gets a gateway exception', async () => {
  const socket = await call();
  socket.write(read(1, 2));
  expect(await received(socket, 9)).toEqual(
    encodeTcp({ transaction: 1, unit: 2, pdu: Uint8Array.of(0x83, 0x0b) }),
  );
});

it.each([
  ['HTTP', Buffer.from('GET / HTTP/1.1\r\nHost: drive\r\n\r\n')],
  ['a header without a body', Buffer.from([0, 1, 0, 0, 0, 0, 1])],
  ['a body without an end', Buffer.from([0, 1, 0, 0, 0xff, 0xff, 1, 3])],
])('%s: the connection ends, others go on', async (_what, junk) => {
  const [bad, good] = [await call(), await call()];
  bad.resume().write(junk);
  await once(bad, 'close');
  good.write(read(1));
  expect(await received(good, 11)).toEqual(answer(1));
});

it('a port in use is an error at once', async () => {
  await expect(serveTcp(world.gd10, 1, { host: '127.0.0.1', port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
});
