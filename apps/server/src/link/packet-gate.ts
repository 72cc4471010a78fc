import type { Socket } from 'node:net';
import { REASON, type Reason } from './mqtt5/reason.ts';
import {
  type Mqtt5Options,
  type Mqtt5Translator,
  protocolLevelOf,
  translateMqtt5,
} from './mqtt5/translator.ts';
import { type PacketBudget, unitsOf } from './packet-budget.ts';
import { countUnits, PacketScanner } from './packet-scanner.ts';

export const MAX_PACKET_BYTES = 64 * 1024;
/** One turn of the event loop handles this share of a second's units; honest boards have 32 packets in flight. */
const SLICES_PER_SECOND = 20;
const LEAST_SLICE = 50;
const LEAST_WAIT_MS = 10;
const MOST_WAIT_MS = 1000;
const NOTHING = Buffer.alloc(0);

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
class Handover {
  readonly #socket: Socket;
  readonly #push: Socket['push'];
  readonly #mqtt5: Mqtt5Options | undefined;
  #taker: PacketTaker | undefined;
  /** The beginning of the connection, until the version of its CONNECT is known. */
  #head: Buffer | undefined;
  #translator: Mqtt5Translator | undefined;

  constructor(socket: Socket, mqtt5: Mqtt5Options | undefined) {
    this.#socket = socket;
    this.#push = socket.push;
    this.#mqtt5 = mqtt5;
    this.#head = mqtt5 && NOTHING;
  }

  /** MQTT 3.1.1 passes as it is, MQTT 5 is translated from its CONNECT on. */
  deliver(bytes: Buffer, isPacketStart: boolean): boolean {
    if (this.#head === undefined)
      return this.#translator ? this.#translate(this.#translator, bytes) : this.#hand(bytes, isPacketStart);
    const first = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes]);
    const level = protocolLevelOf(first);
    this.#head = level === undefined ? first : undefined;
    if (level === undefined) return true;
    if (level === 5 && this.#mqtt5) this.#translator = translateMqtt5(this.#socket, this.#mqtt5);
    return this.deliver(first, true);
  }

  #translate({ fromClient }: Mqtt5Translator, bytes: Buffer): boolean {
    const translated = fromClient(bytes);
    return translated.length > 0 ? this.#hand(translated, true) : !this.#socket.destroyed;
  }

  /** In their order: packets are diverted only when the broker has read all that came before. */
  #hand(bytes: Buffer, isPacketStart: boolean): boolean {
    const taker = isPacketStart && this.#socket.readableLength === 0 ? this.#taker : undefined;
    const taken = taker?.take(bytes) ?? 0;
    if (taken < bytes.length)
      return this.#push.call(this.#socket, taken === 0 ? bytes : bytes.subarray(taken));
    return taker?.mayRead() ?? true;
  }

  divert(taker: PacketTaker): void {
    this.#taker = taker;
  }

  explain(reason: Reason): void {
    this.#translator?.explain(reason);
  }
}

/**
 * Counts packets before the broker parses them: a refused message costs the broker as much as an accepted one. Above the
 * budget the socket is not read, so the sender waits in TCP; what was read already is held here, at most one read. The
 * connection is closed at the first packet that is too large (the parser would wait for up to 256 MB), and when too many
 * packets wait. A class, since each connection has one: with functions the gates, budgets and frame readers of 10,000 boards took
 * 35 MB more.
 */
class Gate implements PacketGate {
  readonly #socket: Socket;
  readonly #push: Socket['push'];
  readonly #read: Socket['_read'];
  readonly #elapsedMs: () => number;
  readonly #onTooLarge: () => void;
  readonly #handover: Handover;
  readonly #scanner = new PacketScanner();
  #budget: PacketBudget;
  #onFlood = () => {};
  #held: Buffer | undefined;
  /** The client has closed its side while packets are held. */
  #isEnding = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(socket: Socket, { budget, elapsedMs, onTooLarge, mqtt5 }: Options) {
    this.#socket = socket;
    this.#push = socket.push;
    this.#read = socket._read;
    this.#elapsedMs = elapsedMs;
    this.#onTooLarge = onTooLarge;
    this.#handover = new Handover(socket, mqtt5);
    this.#budget = budget;
    socket.push = (chunk: unknown, encoding?: BufferEncoding) => this.#receive(chunk, encoding);
    socket._read = (size) => {
      if (!this.#held) this.#read.call(socket, size);
    };
    socket.on('close', () => {
      this.#held = undefined;
      clearTimeout(this.#timer);
    });
  }

  allow(budget: PacketBudget, onFlood: () => void): void {
    this.#budget = budget;
    this.#onFlood = onFlood;
  }

  divert(taker: PacketTaker): void {
    this.#handover.divert(taker);
  }

  explain(reason: Reason): void {
    this.#handover.explain(reason);
  }

  resume(): void {
    if (!this.#held && !this.#socket.destroyed)
      this.#read.call(this.#socket, this.#socket.readableHighWaterMark);
  }

  #receive(chunk: unknown, encoding: BufferEncoding | undefined): boolean {
    if (chunk instanceof Buffer) return this.#held ? this.#hold(this.#held, chunk) : this.#pass(chunk, true);
    this.#isEnding = this.#held !== undefined && chunk === null;
    return this.#isEnding ? false : this.#push.call(this.#socket, chunk, encoding);
  }

  #close(reason: Reason, report: () => void): false {
    this.#held = undefined;
    this.#handover.explain(reason);
    report();
    this.#socket.destroy();
    return false;
  }

  /** Passes on what the budget allows now, and holds the rest. False stops reading. */
  #pass(chunk: Buffer, isNew: boolean): boolean {
    const scanner = this.#scanner;
    const budget = this.#budget;
    const isPacketStart = scanner.isAtStart();
    const nowMs = this.#elapsedMs();
    const slice = Math.max(LEAST_SLICE, budget.unitsPerSecond / SLICES_PER_SECOND);
    let [at, passed] = [0, 0];
    while (at < chunk.length) {
      if (scanner.isAtStart() && (passed >= slice || !budget.isOpen(nowMs))) break;
      at = scanner.read(chunk, at);
      const bytes = scanner.takeLength();
      if (bytes === undefined) continue;
      if (bytes > MAX_PACKET_BYTES) return this.#close(REASON.packetTooLarge, this.#onTooLarge);
      const units = unitsOf(scanner.type(), bytes);
      budget.charge(units, nowMs);
      passed += units;
    }
    const held = at < chunk.length ? chunk.subarray(at) : undefined;
    this.#held = held;
    if (!held) {
      const mayRead = this.#handover.deliver(chunk, isPacketStart);
      if (this.#isEnding) this.#push.call(this.#socket, null);
      return mayRead;
    }
    if (isNew && !budget.delay(countUnits(held), nowMs))
      return this.#close(REASON.quotaExceeded, this.#onFlood);
    const waitMs = Math.min(Math.max(budget.waitMs(slice, nowMs), LEAST_WAIT_MS), MOST_WAIT_MS);
    this.#timer = setTimeout(() => this.#passHeld(), waitMs);
    if (at > 0) this.#handover.deliver(chunk.subarray(0, at), isPacketStart);
    return false;
  }

  /** The broker requests more bytes only after it has read some. If the taker took all of them, reading is resumed here. */
  #passHeld(): void {
    if (this.#held && this.#pass(this.#held, false) && this.#socket.readableLength === 0) this.resume();
  }

  /** TLS delivers all records of a read, at most 64 KiB, although the socket is not read any more. */
  #hold(waiting: Buffer, chunk: Buffer): false {
    this.#held = Buffer.concat([waiting, chunk]);
    const units = countUnits(this.#held) - countUnits(waiting);
    if (this.#budget.delay(units, this.#elapsedMs())) return false;
    return this.#close(REASON.quotaExceeded, this.#onFlood);
  }
}

export const gatePackets = (socket: Socket, options: Options): PacketGate => new Gate(socket, options);
