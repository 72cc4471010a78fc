import { connect, type Socket } from 'node:net';
import { topicPath } from '@manoboard/contract/mqtt/topics';
import { aReading } from '@manoboard/testkit/factories';

/**
 * Boards with minimal cost: MQTT 3.1.1 packets written by hand. A client library would use more CPU time than the
 * measured server.
 */
export interface RawBoard {
  deviceId: string;
  socket: Socket;
  boot: number;
  /** Send time of each frame, by its `seq`. */
  sentAt: number[];
  /** Acknowledged frames, by their `seq`. */
  acknowledged: number[];
  /** Fault code of the frames from now on. */
  fault?: number;
  onAck?: (seq: number) => void;
}

export const [CONNACK, PUBLISH, PUBACK] = [2, 3, 4];
const KEEPALIVE_S = 60;
const CONNECT_TIMEOUT_MS = 60_000;

export const text = (value: string) => {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
};

export function packet(header: number, body: Buffer): Buffer {
  const length: number[] = [];
  for (let left = body.length; length.length === 0 || left > 0; left >>= 7)
    length.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
  return Buffer.concat([Buffer.from([header, ...length]), body]);
}

export const connectPacket = (username: string, secret: string) =>
  packet(
    0x10,
    Buffer.concat([
      text('MQTT'),
      Buffer.from([4, 0b1100_0010, 0, KEEPALIVE_S]),
      ...[username, username, secret].map(text),
    ]),
  );

export const idBytes = (id: number) => Buffer.from([id >> 8, id & 0xff]);
export const publishPacket = (topic: string, id: number, payload: string) =>
  packet(0x32, Buffer.concat([text(topic), idBytes(id), Buffer.from(payload)]));

const BIRTH_ID = 0xffff;
/** Frames cycle through the packet ids below those of other messages: fewer than this many are unacknowledged. */
export const FRAME_IDS = 60_000;
const idOf = (seq: number) => 1 + (seq % FRAME_IDS);
/** The frame of a packet id, where `last` is the last sent one. */
const seqOf = (id: number, last: number) => last - (((last % FRAME_IDS) - (id - 1) + FRAME_IDS) % FRAME_IDS);

/** The server accepts the next handshake only after the birth of this board. */
function publishBirth({ deviceId, boot, socket }: RawBoard): void {
  const payload = JSON.stringify({ v: 1, online: 1, boot, ts: Math.floor(Date.now() / 1000) });
  socket.write(publishPacket(topicPath('status', deviceId), BIRTH_ID, payload));
}

const MAX_HEADER = 5;

/** Whole MQTT packets of a stream of bytes. */
export function readPackets(onPacket: (header: number, body: Buffer) => void): (chunk: Buffer) => void {
  let data: Buffer = Buffer.alloc(0);
  return (chunk) => {
    data = data.length > 0 ? Buffer.concat([data, chunk]) : chunk;
    while (data.length >= 2) {
      let [length, at, shift] = [0, 1, 0];
      for (; at < MAX_HEADER && at < data.length; at++, shift += 7) {
        length |= ((data[at] ?? 0) & 0x7f) << shift;
        if (((data[at] ?? 0) & 0x80) === 0) break;
      }
      const end = at + 1 + length;
      if (at >= data.length || data.length < end) return;
      onPacket(data[0] ?? 0, data.subarray(at + 1, end));
      data = data.subarray(end);
    }
  };
}

export function connectRawBoard(url: string, deviceId: string, secret: string, boot = 1): Promise<RawBoard> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  const board: RawBoard = { deviceId, socket, boot, sentAt: [0], acknowledged: [] };
  socket.write(connectPacket(deviceId, secret));
  const alive = setInterval(() => socket.write(Buffer.from([0xc0, 0])), (KEEPALIVE_S * 1000) / 2);
  socket.on('close', () => clearInterval(alive));
  return new Promise((done, fail) => {
    const late = setTimeout(() => fail(new Error(`${deviceId}: no answer to its birth`)), CONNECT_TIMEOUT_MS);
    socket.on('error', fail);
    socket.on(
      'data',
      readPackets((header, body) => {
        const type = header >> 4;
        if (type === CONNACK) {
          if (body[1] === 0) publishBirth(board);
          else fail(new Error(`${deviceId}: refused with ${body[1]}`));
        } else if (type === PUBACK && body.readUInt16BE(0) === BIRTH_ID) {
          clearTimeout(late);
          done(board);
        } else if (type === PUBACK) {
          const seq = seqOf(body.readUInt16BE(0), board.sentAt.length - 1);
          board.acknowledged.push(seq);
          board.onAck?.(seq);
        }
      }),
    );
  });
}

/** Connects in groups; a connect storm is a separate benchmark. */
export async function connectRawBoards(
  url: string,
  boards: readonly { deviceId: string; secret: string }[],
  boot = 1,
): Promise<RawBoard[]> {
  const connected: RawBoard[] = [];
  for (let at = 0; at < boards.length; at += 50) {
    const group = boards.slice(at, at + 50);
    connected.push(
      ...(await Promise.all(
        group.map(({ deviceId, secret }) => connectRawBoard(url, deviceId, secret, boot)),
      )),
    );
  }
  return connected;
}

/** Readings that are equal in every frame, serialised once. */
const { electro_meter: _number, fault: noFault, ...equal } = aReading();
const EQUAL = JSON.stringify(equal).slice(1, -1);

/** The meter rises by a tenth: one that rises faster than a pump can use raises an alert. */
export function publishFrame(board: RawBoard): void {
  const seq = board.sentAt.push(performance.now()) - 1;
  const ts = Math.floor(Date.now() / 1000);
  const payload = `{"v":1,"boot":${board.boot},"seq":${seq},"ts":${ts},"fc":1,"d":{${EQUAL},"fault":${board.fault ?? noFault},"electro_meter":${seq / 10}}}`;
  board.socket.write(publishPacket(topicPath('tele', board.deviceId), idOf(seq), payload));
}

/** At full speed: each board keeps `inFlight` frames unacknowledged until the time is up. */
export function publishUntilAnswered(board: RawBoard, endMs: number, inFlight: number): Promise<void> {
  return new Promise((done) => {
    let open = inFlight;
    board.socket.once('close', () => done());
    board.onAck = () => {
      if (performance.now() < endMs) publishFrame(board);
      else if (--open === 0) done();
    };
    for (let i = 0; i < inFlight; i++) publishFrame(board);
  });
}

/** `perSecond` frames, evenly distributed over the boards; resolves when the time is up. */
export function publishAtRate(
  boards: readonly RawBoard[],
  perSecond: number,
  seconds: number,
): Promise<void> {
  const begun = performance.now();
  let sent = 0;
  return new Promise((done) => {
    const tick = () => {
      const passedMs = performance.now() - begun;
      for (const due = Math.floor((passedMs / 1000) * perSecond); sent < due; sent++) {
        const board = boards[sent % boards.length];
        if (board) publishFrame(board);
      }
      if (passedMs < seconds * 1000) setTimeout(tick, 1);
      else done();
    };
    tick();
  });
}
