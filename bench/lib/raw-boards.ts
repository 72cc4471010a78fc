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

const CONNACK = 2;
const PUBACK = 4;
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

const publishPacket = (topic: string, id: number, payload: string) =>
  packet(0x32, Buffer.concat([text(topic), Buffer.from([id >> 8, id & 0xff]), Buffer.from(payload)]));

/** Frames cycle through the packet ids below that of the birth: fewer than this many are unacknowledged. */
const BIRTH_ID = 0xffff;
const INFO_ID = 0xfffe;
const FRAME_IDS = 60_000;
const idOf = (seq: number) => 1 + (seq % FRAME_IDS);
/** The frame of a packet id, where `last` is the last sent one. */
const seqOf = (id: number, last: number) => last - (((last % FRAME_IDS) - (id - 1) + FRAME_IDS) % FRAME_IDS);

/** The server accepts the next handshake only after the birth of this board. */
function publishBirth({ deviceId, boot, socket }: RawBoard): void {
  const payload = JSON.stringify({ v: 1, online: 1, boot, ts: Math.floor(Date.now() / 1000) });
  socket.write(publishPacket(topicPath('status', deviceId), BIRTH_ID, payload));
}

/** A GD10, as the board describes it after each connect. */
export function publishInfo({ deviceId, boot, socket }: RawBoard): void {
  const fc = { id: deviceId.replace('MNB', 'FC'), fc_type: 'GD10', ident: 0, unit: 1 };
  const payload = JSON.stringify({
    v: 1,
    id_dev: deviceId,
    version: '1.0.0',
    hw: 'bench',
    boot,
    fc,
    cap: [],
  });
  socket.write(publishPacket(topicPath('info', deviceId), INFO_ID, payload));
}

/** The broker's answers are at most 5 bytes long; one may be split between chunks. */
function readPackets(onPacket: (type: number, body: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    let data = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    while (data.length >= 2) {
      const end = 2 + (data[1] ?? 0);
      if (data.length < end) break;
      onPacket((data[0] ?? 0) >> 4, data.subarray(2, end));
      data = data.subarray(end);
    }
    rest = data;
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
      readPackets((type, body) => {
        if (type === CONNACK) {
          if (body[1] === 0) publishBirth(board);
          else fail(new Error(`${deviceId}: refused with ${body[1]}`));
        } else if (type === PUBACK && body.readUInt16BE(0) === BIRTH_ID) {
          clearTimeout(late);
          done(board);
        } else if (type === PUBACK && body.readUInt16BE(0) !== INFO_ID) {
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
const { electro_meter: _number, frequency_fc: frequencyHz, fault: noFault, ...equal } = aReading();
const EQUAL = JSON.stringify(equal).slice(1, -1);

/**
 * `electro_meter` carries the frame number, so that stream readers can identify it: in tenths, since a meter that rises
 * faster than a pump can use raises an alert.
 */
export function publishFrame(board: RawBoard, hz = frequencyHz): void {
  const seq = board.sentAt.push(performance.now()) - 1;
  const ts = Math.floor(Date.now() / 1000);
  const payload = `{"v":1,"boot":${board.boot},"seq":${seq},"ts":${ts},"fc":1,"d":{${EQUAL},"frequency_fc":${hz},"fault":${board.fault ?? noFault},"electro_meter":${seq / 10}}}`;
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
