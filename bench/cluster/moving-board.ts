import { connect, type Socket } from 'node:net';
import type { Cmd } from '@manoboard/contract/mqtt/topics';
import { topicPath } from '@manoboard/contract/mqtt/topics';
import { aReading } from '@manoboard/testkit/factories';
import { readBack } from '@manoboard/testkit/read-back';
import {
  CONNACK,
  connectPacket,
  FRAME_IDS,
  idBytes,
  PUBACK,
  PUBLISH,
  packet,
  publishPacket,
  readPackets,
  text,
} from '../lib/raw-boards.ts';

const [BIRTH_ID, SUBSCRIBE_ID, ACK_ID] = [0xffff, 0xfffe, 0xfffd];
const RETRY_MS = { soonest: 200, latest: 1200 };
const ANSWER_MS = 10_000;
const KEEPALIVE_MS = 20_000;

/** Equal in every frame: a meter that counts frames would rise faster than a pump can use, and raise an alert. */
const READING = JSON.stringify(aReading());

/** What all boards have seen; a board keeps what is not acknowledged and sends it again after a reconnect. */
export interface Ledger {
  /** Board and frame, as `MNB-R00001 17`. */
  acknowledged: string[];
  /** By ID: how often a board has executed the command. */
  executed: Map<string, number>;
  late: number;
  byOldLine: number;
  /** Called with the time of each PUBACK. */
  onAck?: ((deviceId: string, seq: number, delayMs: number) => void) | undefined;
}

export function createMovingBoard(deviceId: string, secret: string, ledger: Ledger) {
  let url = '';
  let line: Socket | undefined;
  let isUp = false;
  let isStopped = false;
  let seq = 0;
  const waiting = new Map<number, { payload: string; sentMs: number }>();
  const topics = { tele: topicPath('tele', deviceId), ack: topicPath('ack', deviceId) };

  function send(n: number, payload: string) {
    line?.write(publishPacket(topics.tele, 1 + (n % FRAME_IDS), payload));
  }

  function receiveCommand(socket: Socket, body: Buffer) {
    const topicLength = body.readUInt16BE(0);
    const id = body.subarray(2 + topicLength, 4 + topicLength);
    socket.write(packet(0x40, id));
    const cmd = JSON.parse(body.subarray(4 + topicLength).toString()) as Cmd;
    if (socket !== line) ledger.byOldLine++;
    if (Date.now() / 1000 > cmd.exp + 1) ledger.late++;
    ledger.executed.set(cmd.id, (ledger.executed.get(cmd.id) ?? 0) + 1);
    const ack = { v: 1, id: cmd.id, st: 'done', ts: Math.floor(Date.now() / 1000), d: readBack(cmd) };
    line?.write(publishPacket(topics.ack, ACK_ID, JSON.stringify(ack)));
  }

  function receiveAck(id: number) {
    if (id === BIRTH_ID) {
      isUp = true;
      for (const [n, { payload }] of waiting) send(n, payload);
      return;
    }
    for (const [n, { sentMs }] of waiting)
      if (1 + (n % FRAME_IDS) === id) {
        waiting.delete(n);
        ledger.acknowledged.push(`${deviceId} ${n}`);
        ledger.onAck?.(deviceId, n, performance.now() - sentMs);
        return;
      }
  }

  function open() {
    if (isStopped) return;
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    // A line that is still there becomes the old one: it stays open, as after a lost network.
    isUp = false;
    line = socket;
    const late = setTimeout(() => !isUp && socket.destroy(), ANSWER_MS);
    const alive = setInterval(() => socket.write(Buffer.from([0xc0, 0])), KEEPALIVE_MS);
    socket.write(connectPacket(deviceId, secret));
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(late);
      clearInterval(alive);
      if (socket !== line) return;
      isUp = false;
      setTimeout(open, RETRY_MS.soonest + Math.random() * (RETRY_MS.latest - RETRY_MS.soonest));
    });
    socket.on(
      'data',
      readPackets((header, body) => {
        const type = header >> 4;
        if (type === CONNACK && body[1] === 0) {
          const birth = JSON.stringify({ v: 1, online: 1, boot: 1, ts: Math.floor(Date.now() / 1000) });
          socket.write(publishPacket(topicPath('status', deviceId), BIRTH_ID, birth));
          const filter = text(topicPath('cmd', deviceId));
          socket.write(packet(0x82, Buffer.concat([idBytes(SUBSCRIBE_ID), filter, Buffer.from([1])])));
        } else if (type === CONNACK) socket.destroy();
        else if (type === PUBLISH) receiveCommand(socket, body);
        else if (type === PUBACK && socket === line) receiveAck(body.readUInt16BE(0));
      }),
    );
  }

  return {
    deviceId,
    isUp: () => isUp,
    unacknowledged: () => waiting.size,
    seq: () => seq,
    connect(to: string): void {
      url = to;
      open();
    },
    /** A second line beside the first one. */
    connectAgain: open,
    publish(): void {
      seq += 1;
      const ts = Math.floor(Date.now() / 1000);
      const payload = `{"v":1,"boot":1,"seq":${seq},"ts":${ts},"fc":1,"d":${READING}}`;
      waiting.set(seq, { payload, sentMs: performance.now() });
      if (isUp) send(seq, payload);
    },
    stop(): void {
      isStopped = true;
      line?.destroy();
    },
  };
}
export type MovingBoard = ReturnType<typeof createMovingBoard>;
