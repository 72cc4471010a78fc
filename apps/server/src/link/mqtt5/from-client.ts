import { randomUUID } from 'node:crypto';
import { createFieldReader, dataField, type FieldReader, packetOf, wordField } from './fields.ts';
import { PROPERTIES_OF, PROPERTY, readProperties } from './properties.ts';
import { REASON, type Reason, RefusedPacketError } from './reason.ts';

/** What the answers to a client depend on. */
export interface ClientTerms {
  /** ID that the server gave to a client without one. */
  assignedId: string | undefined;
  /** Keep-alive that the server demands, if the client wanted another. */
  keepAliveS: number | undefined;
  /** Messages with QoS 1 that the client takes before it acknowledges one. */
  receiveMaximum: number;
  maximumPacketSize: number;
}

const [CONNECT, PUBLISH, PUBACK, SUBSCRIBE, UNSUBSCRIBE, PINGREQ, DISCONNECT] = [1, 3, 4, 8, 10, 12, 14];
/** First bytes of packets whose flags are fixed. */
const FIXED = new Map([CONNECT, PUBACK, PINGREQ, DISCONNECT].map((type) => [type, (type ?? 0) << 4]));
for (const type of [SUBSCRIBE, UNSUBSCRIBE]) FIXED.set(type, ((type ?? 0) << 4) | 2);

const FLAGS = { reserved: 0x01, clean: 0x02, will: 0x04, password: 0x40, username: 0x80 };
/** Protocol name and level of MQTT 3.1.1. */
const MQTT_311 = Buffer.from([0, 4, ...Buffer.from('MQTT'), 4]);

const refuse = (reason: Reason): never => {
  throw new RefusedPacketError(reason);
};

/** Quality of service of a message or a will; at most 1, as the server announces. */
function qosOf(bits: number): number {
  if (bits === 3) refuse(REASON.malformed);
  return bits === 2 ? refuse(REASON.qosNotSupported) : bits;
}

/** Will message as fields of MQTT 3.1.1. A delay ends with the session, which ends with the connection. */
function readWill(reader: FieldReader, flags: number): Buffer[] {
  qosOf((flags >> 3) & 3);
  readProperties(reader, PROPERTIES_OF.will);
  return [dataField(reader.data()), dataField(reader.data())];
}

/**
 * The CONNECT in MQTT 3.1.1 and the terms of the client. Every session is clean: a persistent one would store commands, and run
 * them hours later.
 */
export function translateConnect(
  body: Buffer,
  maxKeepAliveS: number,
): { packet: Buffer; terms: ClientTerms } {
  const reader = createFieldReader(body);
  if (reader.data().toString() !== 'MQTT' || reader.byte() !== 5) refuse(REASON.unsupportedVersion);
  const flags = reader.byte();
  if (flags & FLAGS.reserved || (!(flags & FLAGS.will) && flags & 0x38)) refuse(REASON.malformed);
  const wantedS = reader.word();
  const properties = readProperties(reader, PROPERTIES_OF.connect);
  if (properties.has(PROPERTY.authMethod) || properties.has(PROPERTY.authData)) refuse(REASON.badAuthMethod);
  const receiveMaximum = properties.get(PROPERTY.receiveMaximum) ?? 0xffff;
  const maximumPacketSize = properties.get(PROPERTY.maximumPacketSize) ?? Number.POSITIVE_INFINITY;
  if (receiveMaximum === 0 || maximumPacketSize === 0) refuse(REASON.protocolError);
  const ownId = reader.data().toString();
  const will = flags & FLAGS.will ? readWill(reader, flags) : [];
  const username = flags & FLAGS.username ? reader.data() : Buffer.alloc(0);
  const password = flags & FLAGS.password ? [dataField(reader.data())] : [];
  if (!reader.isAtEnd()) refuse(REASON.malformed);
  const isShorter = wantedS === 0 || wantedS > maxKeepAliveS;
  const id = ownId || `auto-${randomUUID()}`;
  const packet = packetOf(
    CONNECT << 4,
    MQTT_311,
    // MQTT 3.1.1 has no password without a user name.
    Buffer.from([flags | FLAGS.clean | FLAGS.username]),
    wordField(isShorter ? maxKeepAliveS : wantedS),
    dataField(id),
    ...will,
    dataField(username),
    ...password,
  );
  const terms = {
    assignedId: ownId === '' ? id : undefined,
    keepAliveS: isShorter ? maxKeepAliveS : undefined,
    receiveMaximum,
    maximumPacketSize,
  };
  return { packet, terms };
}

function translatePublish(first: number, body: Buffer): Buffer {
  const reader = createFieldReader(body);
  const hasId = qosOf((first >> 1) & 3) > 0;
  const topic = reader.data();
  if (hasId) reader.word();
  const head = body.subarray(0, reader.position());
  const properties = readProperties(reader, PROPERTIES_OF.publish);
  if (properties.has(PROPERTY.subscriptionId)) refuse(REASON.protocolError);
  // The server announces no topic aliases.
  if (topic.length === 0 || properties.has(PROPERTY.topicAlias)) refuse(REASON.badTopicAlias);
  return packetOf(first, head, reader.rest());
}

/** With reason and properties or without. */
function readAck(body: Buffer): number {
  const reader = createFieldReader(body);
  const id = reader.word();
  if (!reader.isAtEnd()) reader.byte();
  if (!reader.isAtEnd()) readProperties(reader, PROPERTIES_OF.ack);
  if (!reader.isAtEnd()) refuse(REASON.malformed);
  return id;
}

interface FilterPacket {
  packet: Buffer;
  id: number;
  /** Reason for each filter, should it be denied. */
  denials: Reason[];
}

const denialOf = (filter: Buffer) =>
  filter.toString().startsWith('$share/') ? REASON.noSharedSubscriptions : REASON.notAuthorized;

/** No local, retain as published and retain handling have no meaning here: nothing of a client is routed to clients. */
function readQos(options: number): number {
  const [qos, retainHandling] = [options & 3, (options >> 4) & 3];
  if (qos === 3 || retainHandling === 3 || options & 0xc0) refuse(REASON.malformed);
  return Math.min(qos, 1);
}

function translateFilters(first: number, body: Buffer, isSubscribe: boolean): FilterPacket {
  const reader = createFieldReader(body);
  const id = reader.word();
  const properties = readProperties(reader, PROPERTIES_OF[isSubscribe ? 'subscribe' : 'unsubscribe']);
  if (properties.has(PROPERTY.subscriptionId)) refuse(REASON.noSubscriptionIds);
  const parts: Buffer[] = [];
  const denials: Reason[] = [];
  while (!reader.isAtEnd()) {
    const filter = reader.data();
    parts.push(dataField(filter));
    denials.push(denialOf(filter));
    if (isSubscribe) parts.push(Buffer.from([readQos(reader.byte())]));
  }
  if (denials.length === 0) refuse(REASON.protocolError);
  return { packet: packetOf(first, wordField(id), ...parts), id, denials };
}

/** Whether the will is to be sent: after every reason but the normal one. */
function readDisconnect(body: Buffer): boolean {
  const reader = createFieldReader(body);
  const reason = reader.isAtEnd() ? REASON.success : reader.byte();
  if (!reader.isAtEnd()) readProperties(reader, PROPERTIES_OF.disconnect);
  if (!reader.isAtEnd()) refuse(REASON.malformed);
  return reason !== REASON.success;
}

export interface FromClient {
  onFilters: (id: number, denials: Reason[]) => void;
  onAck: () => void;
  /** The client says goodbye. */
  onDisconnect: (hasWill: boolean) => void;
}

/** A packet after the CONNECT, in MQTT 3.1.1. */
export function translateFromClient(first: number, body: Buffer, client: FromClient): Buffer {
  const type = first >> 4;
  const fixed = FIXED.get(type);
  if (fixed !== undefined && fixed !== first) refuse(REASON.malformed);
  switch (type) {
    case PUBLISH:
      return translatePublish(first, body);
    case PUBACK: {
      const id = readAck(body);
      client.onAck();
      return packetOf(first, wordField(id));
    }
    case SUBSCRIBE:
    case UNSUBSCRIBE: {
      const { packet, id, denials } = translateFilters(first, body, type === SUBSCRIBE);
      client.onFilters(id, denials);
      return packet;
    }
    case PINGREQ:
      return packetOf(first);
    case DISCONNECT: {
      const hasWill = readDisconnect(body);
      client.onDisconnect(hasWill);
      return hasWill ? Buffer.alloc(0) : packetOf(first);
    }
    default:
      return refuse(REASON.protocolError);
  }
}
