import type { Socket } from 'node:net';
import { createFieldReader } from './fields.ts';
import { type ClientTerms, translateConnect, translateFromClient } from './from-client.ts';
import { REASON, type Reason, RefusedPacketError } from './reason.ts';
import {
  connackOf,
  disconnectOf,
  type ExpiresInS,
  type ServerTerms,
  translateConnack,
  translatePublish,
  translateSuback,
  translateUnsuback,
} from './to-client.ts';

export interface Mqtt5Options extends ServerTerms {
  maxKeepAliveS: number;
  expiresInS: ExpiresInS;
}

/** Messages that wait for the acknowledgements of a client; with more it is disconnected. */
const MOST_WAITING = 100;

/** The level of the first CONNECT (5 is MQTT 5), 0 for anything else, or nothing while bytes are missing. */
export function protocolLevelOf(head: Buffer): number | undefined {
  if (head.length > 0 && head[0] !== 0x10) return 0;
  const isLong = (at: number) => (head[at] ?? 0) >= 0x80;
  let at = 1;
  while (at < 4 && isLong(at)) at++;
  // After the length of the packet: the length of the protocol's name, the name, the level.
  const nameBytes = head[at + 2];
  if (nameBytes === undefined) return undefined;
  return nameBytes > 6 ? 0 : head[at + 3 + nameBytes];
}

/** Splits a stream into packets, however it is cut into chunks. */
function createSplitter(onPacket: (first: number, body: Buffer) => void) {
  let parts: Buffer[] = [];
  let have = 0;
  /** Bytes with which the next packet, or its header, is complete. */
  let need = 0;

  /** Length of the packet at this place, or the bytes that its header needs at least. */
  function lengthOf(bytes: Buffer, at: number): { bodyAt: number; end: number } | undefined {
    let value = 0;
    for (let n = 1; n <= 4; n++) {
      const next = bytes[at + n];
      if (next === undefined) return undefined;
      value += (next & 0x7f) << (7 * (n - 1));
      if (next < 0x80) return { bodyAt: at + n + 1, end: at + n + 1 + value };
    }
    throw new RefusedPacketError(REASON.malformed);
  }

  return function split(chunk: Buffer): void {
    parts.push(chunk);
    have += chunk.length;
    if (have < need) return;
    const bytes = parts.length === 1 ? chunk : Buffer.concat(parts);
    let at = 0;
    need = 0;
    while (at < bytes.length) {
      const length = lengthOf(bytes, at);
      if (!length || length.end > bytes.length) {
        need = length ? length.end - at : bytes.length - at + 1;
        break;
      }
      onPacket(bytes[at] ?? 0, bytes.subarray(length.bodyAt, length.end));
      at = length.end;
    }
    parts = at < bytes.length ? [bytes.subarray(at)] : [];
    have = bytes.length - at;
  };
}

/** Reasons for denied filters, by packet ID. */
function createDenials() {
  const denials = new Map<number, Reason[]>();
  return {
    add: (id: number, of: Reason[]) => void denials.set(id, of),
    take(body: Buffer): readonly Reason[] {
      const id = createFieldReader(body).word();
      const of = denials.get(id) ?? [];
      denials.delete(id);
      return of;
    },
  };
}

/** QoS 1 within the receive maximum of the client; the others wait for its acknowledgements. */
function createFlow(send: (bytes: Buffer) => void, expiresInS: ExpiresInS, onTooMany: () => void) {
  const waiting: Buffer[] = [];
  let inFlight = 0;
  return {
    publish(first: number, body: Buffer, { maximumPacketSize, receiveMaximum }: ClientTerms): void {
      const { packet, isAcknowledged } = translatePublish(first, body, expiresInS);
      // A message that is too large for the client counts as sent.
      if (packet.length > maximumPacketSize) return;
      if (!isAcknowledged || inFlight < receiveMaximum) {
        if (isAcknowledged) inFlight++;
        send(packet);
      } else if (waiting.push(packet) > MOST_WAITING) onTooMany();
    },
    acknowledge(): void {
      const next = waiting.shift();
      if (next) send(next);
      else inFlight = Math.max(0, inFlight - 1);
    },
  };
}

/**
 * Lets a client of MQTT 5 talk to the broker, which speaks MQTT 3.1.1: packets of the client are translated before they
 * reach the broker, and written packets before they reach the socket. Connections of MQTT 3.1.1 never come here.
 */
export function translateMqtt5(socket: Socket, options: Mqtt5Options) {
  const { write, destroy } = socket;
  const send = (bytes: Buffer): boolean => write.call(socket, bytes, undefined, undefined);
  let terms: ClientTerms | undefined;
  let isConnected = false;
  let reason: Reason = REASON.unspecified;
  let translated: Buffer[] = [];
  const denials = createDenials();
  const flow = createFlow(send, options.expiresInS, () => refuse(REASON.quotaExceeded));

  const client = {
    onFilters: denials.add,
    onAck: flow.acknowledge,
    onDisconnect(hasWill: boolean) {
      isConnected = false;
      // Without a DISCONNECT the broker publishes the will.
      if (hasWill) socket.destroy();
    },
  };

  const split = createSplitter((first, body) => {
    // A client may send more before the CONNACK.
    if (terms) translated.push(translateFromClient(first, body, client));
    else {
      const connect = translateConnect(body, options.maxKeepAliveS);
      terms = connect.terms;
      translated.push(connect.packet);
    }
  });

  /** In the order of the client. Empty for a part of a packet, and after the end of the connection. */
  function fromClient(bytes: Buffer): Buffer {
    translated = [];
    if (socket.destroyed) return Buffer.alloc(0);
    try {
      split(bytes);
    } catch (error) {
      if (!(error instanceof RefusedPacketError)) throw error;
      refuse(error.reason);
    }
    if (socket.destroyed) return Buffer.alloc(0);
    const [only] = translated;
    return only && translated.length === 1 ? only : Buffer.concat(translated);
  }

  function refuse(why: Reason): void {
    if (socket.destroyed) return;
    reason = why;
    if (!isConnected) send(connackOf(why));
    socket.destroy();
  }

  const splitToClient = createSplitter((first, body) => {
    switch (first >> 4) {
      case 2: {
        if (!terms) return;
        const connack = translateConnack(body, terms, options);
        isConnected = connack.isConnected;
        send(connack.packet);
        return;
      }
      case 3:
        return terms && flow.publish(first, body, terms);
      case 9:
        return void send(translateSuback(body, denials.take(body)));
      case 11:
        return void send(translateUnsuback(body, denials.take(body).length));
      default:
        // PUBACK and PINGRESP are the same in both versions.
        send(Buffer.concat([Buffer.from([first, body.length]), body]));
    }
  });

  socket.write = (chunk: Uint8Array | string, encoding?: unknown) => {
    const isText = typeof chunk === 'string';
    splitToClient(
      isText ? Buffer.from(chunk, (encoding as BufferEncoding | undefined) ?? 'utf8') : Buffer.from(chunk),
    );
    return !socket.writableNeedDrain;
  };
  socket.destroy = (error?: Error) => {
    if (isConnected && !socket.destroyed && socket.writable) send(disconnectOf(reason));
    isConnected = false;
    return destroy.call(socket, error);
  };

  return {
    fromClient,
    /** The reason that the client gets when the server closes the connection. */
    explain(why: Reason): void {
      reason = why;
    },
  };
}
export type Mqtt5Translator = ReturnType<typeof translateMqtt5>;
