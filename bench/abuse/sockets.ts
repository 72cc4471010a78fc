import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { connectPacket, connectRawBoard, packet, publishFrame, text } from '../lib/raw-boards.ts';

/** Attacks on raw sockets: packets are written by hand, so that no client library holds them back. */

const RETRY_MS = 200;
const WRITE_BYTES = 64 * 1024;
const CONNACK_BYTES = 4;
const PACKET_ID = Buffer.from([0, 7]);

const PACKETS = {
  qos1: (prefix: string) => packet(0x32, Buffer.concat([text(`${prefix}/x`), PACKET_ID, Buffer.from('1')])),
  subscribe: (prefix: string) =>
    packet(0x82, Buffer.concat([PACKET_ID, text(`${prefix}/#`), Buffer.from([0])])),
};
type PacketKind = keyof typeof PACKETS;

/** Writes as fast as the socket takes it. */
function fill(socket: Socket, write: () => void): void {
  const more = () => {
    while (!socket.destroyed && !socket.writableNeedDrain) write();
  };
  socket.on('drain', more);
  more();
}

const closed = (socket: Socket) =>
  new Promise<void>((done) => {
    if (socket.closed) done();
    else socket.once('close', () => done());
  });

export interface ProgramLogin {
  username: string;
  password: string;
}

/** One connection of a program login that repeats one packet, until it is cut. Answers are read and discarded. */
async function floodOnce(mqttUrl: string, { username, password }: ProgramLogin, kind: PacketKind) {
  const { hostname, port } = new URL(mqttUrl);
  const socket = connect({ host: hostname, port: Number(port) });
  const one = PACKETS[kind](username);
  const many = Buffer.concat(Array(Math.ceil(WRITE_BYTES / one.length)).fill(one));
  let received = 0;
  socket
    .on('error', () => {})
    .on('data', (chunk) => {
      const isFirst = received < CONNACK_BYTES;
      received += chunk.length;
      if (isFirst && received >= CONNACK_BYTES) fill(socket, () => socket.write(many));
    });
  socket.write(connectPacket(username, password));
  await closed(socket);
}

/** Reconnects after each cut. */
export const floodPackets = (mqttUrl: string, logins: readonly ProgramLogin[], kind: PacketKind) =>
  Promise.all(
    logins.map(async (login) => {
      for (;;) {
        await floodOnce(mqttUrl, login, kind);
        await pause(RETRY_MS);
      }
    }),
  );

/** A board that sends frames without waiting for acknowledgements. */
export async function floodBoard(mqttUrl: string, deviceId: string, secret: string) {
  for (;;) {
    const board = await connectRawBoard(mqttUrl, deviceId, secret).catch(() => undefined);
    if (board) {
      fill(board.socket, () => publishFrame(board));
      await closed(board.socket);
    }
    await pause(RETRY_MS);
  }
}
