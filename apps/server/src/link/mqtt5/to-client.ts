import { createFieldReader, dataField, packetOf, wordField } from './fields.ts';
import type { ClientTerms } from './from-client.ts';
import { PROPERTY } from './properties.ts';
import { REASON, type Reason } from './reason.ts';

/** What the server announces to every client. */
export interface ServerTerms {
  receiveMaximum: number;
  maximumPacketSize: number;
}

const longField = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const property = (id: number, value: Uint8Array) => Buffer.concat([Buffer.from([id]), value]);
const flag = (id: number, value: number) => Buffer.from([id, value]);
const propertiesOf = (...properties: readonly Uint8Array[]) => {
  const bytes = Buffer.concat(properties);
  // Fewer than 128 bytes, so that one holds their length.
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
};
const NO_PROPERTIES = Buffer.from([0]);

/** By the return codes of MQTT 3.1.1. */
const CONNECT_REASONS: readonly Reason[] = [
  REASON.success,
  REASON.unsupportedVersion,
  REASON.badClientId,
  REASON.unavailable,
  REASON.badCredentials,
  REASON.notAuthorized,
];
/** The return code of a denied subscription in MQTT 3.1.1. */
const DENIED = 0x80;

const [CONNACK, SUBACK, UNSUBACK] = [0x20, 0x90, 0xb0];
export const connackOf = (reason: Reason, properties: Uint8Array = NO_PROPERTIES) =>
  packetOf(CONNACK, Buffer.from([0, reason]), properties);
export const disconnectOf = (reason: Reason) => packetOf(0xe0, Buffer.from([reason]), NO_PROPERTIES);

/** The session ends with the connection, whatever the client asked for. */
const termsOf = (client: ClientTerms, server: ServerTerms) =>
  propertiesOf(
    property(PROPERTY.sessionExpiry, longField(0)),
    property(PROPERTY.receiveMaximum, wordField(server.receiveMaximum)),
    flag(PROPERTY.maximumQos, 1),
    property(PROPERTY.maximumPacketSize, longField(server.maximumPacketSize)),
    flag(PROPERTY.subscriptionIdsAvailable, 0),
    flag(PROPERTY.sharedSubscriptionsAvailable, 0),
    ...(client.assignedId ? [property(PROPERTY.assignedClientId, dataField(client.assignedId))] : []),
    ...(client.keepAliveS ? [property(PROPERTY.serverKeepAlive, wordField(client.keepAliveS))] : []),
  );

/** The CONNACK, and whether the client is connected. */
export function translateConnack(body: Buffer, client: ClientTerms, server: ServerTerms) {
  const reason = CONNECT_REASONS[body[1] ?? 0] ?? REASON.unspecified;
  const isConnected = reason === REASON.success;
  return {
    isConnected,
    packet: isConnected ? connackOf(reason, termsOf(client, server)) : connackOf(reason),
  };
}

/** Remaining lifetime of a message in seconds; nothing for messages without an end. */
export type ExpiresInS = (topic: string, payload: Buffer) => number | undefined;

export function translatePublish(first: number, body: Buffer, expiresInS: ExpiresInS) {
  const reader = createFieldReader(body);
  const topic = reader.data();
  const hasId = (first & 0x06) > 0;
  if (hasId) reader.word();
  const head = body.subarray(0, reader.position());
  const payload = reader.rest();
  const lifeS = expiresInS(topic.toString(), payload);
  const properties =
    lifeS === undefined
      ? NO_PROPERTIES
      : propertiesOf(property(PROPERTY.messageExpiry, longField(Math.max(1, lifeS))));
  return { packet: packetOf(first, head, properties, payload), isAcknowledged: hasId };
}

/** `denials` are the reasons for denied filters. */
export function translateSuback(body: Buffer, denials: readonly Reason[]): Buffer {
  const codes = body
    .subarray(2)
    .map((code, at) => (code === DENIED ? (denials[at] ?? REASON.notAuthorized) : code));
  return packetOf(SUBACK, body.subarray(0, 2), NO_PROPERTIES, codes);
}

/** MQTT 3.1.1 has no codes for single filters. */
export const translateUnsuback = (body: Buffer, filters: number) =>
  packetOf(UNSUBACK, body.subarray(0, 2), NO_PROPERTIES, Buffer.alloc(filters, REASON.success));
