import type { Socket } from 'node:net';
import { REASON, type Reason } from './mqtt5/reason.ts';
import {
  type Mqtt5Options,
  type Mqtt5Translator,
  protocolLevelOf,
  translateMqtt5,
} from './mqtt5/translator.ts';
import { type PacketBudget, unitsOf } from './packet-budget.ts';

export const MAX_PACKET_BYTES = 64 * 1024;
/** One turn of the event loop handles this share of a second's units; honest boards have 32 packets in flight. */
const SLICES_PER_SECOND = 20;
const LEAST_SLICE = 50;
const LEAST_WAIT_MS = 10;
const MOST_WAIT_MS = 1000;

interface Options {
  budget: PacketBudget;
  elapsedMs: () => number;
  onTooLarge: () => void;
  /** For clients of MQTT 5; without it they are left to the broker. */
  mqtt5?: Mqtt5Options | undefined;
}

/** Takes packets before the broker does. */
export interface PacketTaker {
  /** Takes packets at the beginning of these bytes, which begin a packet. Returns the number of bytes taken. */
  take: (bytes: Buffer) => number;
  /** False while the socket should not be read. */
  mayRead: () => boolean;
}

export interface PacketGate {
  /** The budget after the login; `onFlood` is called before the connection is closed for exceeding it. */
  allow: (budget: PacketBudget, onFlood: () => void) => void;
  /** From now on, packets within the budget are offered to the taker first. */
  divert: (taker: PacketTaker) => void;
  /** Reads the socket again after the taker has refused to. */
  resume: () => void;
  /** The reason that a client of MQTT 5 gets if the connection is closed now. */
  explain: (reason: Reason) => void;
}

/** Passes bytes on to the taker or, in the version of MQTT that it knows, to the broker. */
function createHandover(socket: Socket, mqtt5: Options['mqtt5']) {
  const { push } = socket;
  let taker: PacketTaker | undefined;
  /** The beginning of the connection, until the version of its CONNECT is known. */
  let head: Buffer | undefined = mqtt5 && Buffer.alloc(0);
  let translator: Mqtt5Translator | undefined;

  /** MQTT 3.1.1 passes as it is, MQTT 5 is translated from its CONNECT on. */
  function deliver(bytes: Buffer, isPacketStart: boolean): boolean {
    if (head === undefined) return translator ? translate(translator, bytes) : hand(bytes, isPacketStart);
    const first = head.length === 0 ? bytes : Buffer.concat([head, bytes]);
    const level = protocolLevelOf(first);
    head = level === undefined ? first : undefined;
    if (level === undefined) return true;
    if (level === 5 && mqtt5) translator = translateMqtt5(socket, mqtt5);
    return deliver(first, true);
  }

  function translate({ fromClient }: Mqtt5Translator, bytes: Buffer): boolean {
    const translated = fromClient(bytes);
    return translated.length > 0 ? hand(translated, true) : !socket.destroyed;
  }

  /** In their order: packets are diverted only when the broker has read all that came before. */
  function hand(bytes: Buffer, isPacketStart: boolean): boolean {
    const taken = taker && isPacketStart && socket.readableLength === 0 ? taker.take(bytes) : 0;
    if (taken < bytes.length) return push.call(socket, taken === 0 ? bytes : bytes.subarray(taken));
    return taker?.mayRead() ?? true;
  }

  return {
    deliver,
    divert(next: PacketTaker): void {
      taker = next;
    },
    explain: (reason: Reason) => translator?.explain(reason),
  };
}

/**
 * Counts packets before the broker parses them: a refused message costs the broker as much as an accepted one. Above the
 * budget the socket is not read, so the sender waits in TCP; what was read already is held here, at most one read. The
 * connection is closed at the first packet that is too large (the parser would wait for up to 256 MB), and when too many
 * packets wait.
 */
export function gatePackets(
  socket: Socket,
  { budget: initial, elapsedMs, onTooLarge, mqtt5 }: Options,
): PacketGate {
  const { push, _read: read } = socket;
  const { deliver, divert, explain } = createHandover(socket, mqtt5);
  const scanner = createPacketScanner();
  let budget = initial;
  let flooded = () => {};
  let held: Buffer | undefined;
  /** The client has closed its side while packets are held. */
  let isEnding = false;
  let timer: NodeJS.Timeout | undefined;

  function close(reason: Reason, report: () => void): false {
    held = undefined;
    explain(reason);
    report();
    socket.destroy();
    return false;
  }

  const resume = () => {
    if (!held && !socket.destroyed) read.call(socket, socket.readableHighWaterMark);
  };

  /** Passes on what the budget allows now, and holds the rest. False stops reading. */
  function pass(chunk: Buffer, isNew: boolean): boolean {
    const isPacketStart = scanner.isAtStart();
    const nowMs = elapsedMs();
    const slice = Math.max(LEAST_SLICE, budget.unitsPerSecond / SLICES_PER_SECOND);
    let [at, passed] = [0, 0];
    while (at < chunk.length) {
      if (scanner.isAtStart() && (passed >= slice || !budget.isOpen(nowMs))) break;
      at = scanner.read(chunk, at);
      const bytes = scanner.takeLength();
      if (bytes === undefined) continue;
      if (bytes > MAX_PACKET_BYTES) return close(REASON.packetTooLarge, onTooLarge);
      const units = unitsOf(scanner.type(), bytes);
      budget.charge(units, nowMs);
      passed += units;
    }
    held = at < chunk.length ? chunk.subarray(at) : undefined;
    if (!held) {
      const mayRead = deliver(chunk, isPacketStart);
      if (isEnding) push.call(socket, null);
      return mayRead;
    }
    if (isNew && !budget.delay(countUnits(held), nowMs)) return close(REASON.quotaExceeded, flooded);
    const waitMs = Math.min(Math.max(budget.waitMs(slice, nowMs), LEAST_WAIT_MS), MOST_WAIT_MS);
    timer = setTimeout(() => {
      // The broker requests more bytes only after it has read some. If the taker took all of them, reading is resumed here.
      if (held && pass(held, false) && socket.readableLength === 0) resume();
    }, waitMs);
    if (at > 0) deliver(chunk.subarray(0, at), isPacketStart);
    return false;
  }

  /** TLS delivers all records of a read, at most 64 KiB, although the socket is not read any more. */
  function hold(waiting: Buffer, chunk: Buffer): false {
    held = Buffer.concat([waiting, chunk]);
    const units = countUnits(held) - countUnits(waiting);
    return budget.delay(units, elapsedMs()) ? false : close(REASON.quotaExceeded, flooded);
  }

  socket.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (chunk instanceof Buffer) return held ? hold(held, chunk) : pass(chunk, true);
    isEnding = held !== undefined && chunk === null;
    return isEnding ? false : push.call(socket, chunk, encoding);
  };
  socket._read = (size) => {
    if (!held) read.call(socket, size);
  };
  socket.once('close', () => {
    held = undefined;
    clearTimeout(timer);
  });
  return {
    allow(next, onFlood) {
      budget = next;
      flooded = onFlood;
    },
    divert,
    resume,
    explain,
  };
}

/** Reads the fixed headers of an MQTT byte stream, whatever the split into chunks. */
export function createPacketScanner() {
  let bodyLeft = 0;
  let isHeader = false;
  let type = 0;
  let length = 0;
  let shift = 0;
  let announced: number | undefined;

  function readHeader(byte: number): void {
    if (!isHeader) {
      isHeader = true;
      type = byte >> 4;
      length = 0;
      shift = 0;
      return;
    }
    length += (byte & 0x7f) * 2 ** shift;
    shift += 7;
    if (byte >= 0x80 && shift <= 21) return;
    isHeader = false;
    bodyLeft = length;
    announced = length;
  }

  return {
    /** Packet type of the last header. */
    type: () => type,
    isAtStart: () => !isHeader && bodyLeft === 0,
    /** Reads one byte of a header, or the available part of a body. Returns the position of the next byte. */
    read(chunk: Uint8Array, at: number): number {
      if (bodyLeft > 0) {
        const step = Math.min(bodyLeft, chunk.length - at);
        bodyLeft -= step;
        return at + step;
      }
      readHeader(chunk[at] ?? 0);
      return at + 1;
    },
    /** Returns the length in the last header, once per packet. */
    takeLength(): number | undefined {
      const taken = announced;
      announced = undefined;
      return taken;
    },
  };
}

/** Units of the packets that begin in these bytes. The first byte must begin a packet. */
function countUnits(bytes: Uint8Array): number {
  const scanner = createPacketScanner();
  let units = 0;
  for (let at = 0; at < bytes.length; ) {
    at = scanner.read(bytes, at);
    const length = scanner.takeLength();
    if (length !== undefined) units += unitsOf(scanner.type(), length);
  }
  return units;
}
