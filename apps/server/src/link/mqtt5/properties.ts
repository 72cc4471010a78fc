import type { FieldReader } from './fields.ts';
import { REASON, RefusedPacketError } from './reason.ts';

/** Properties that the server reads or sends, by their number (2.2.2.2 of the specification). */
export const PROPERTY = {
  messageExpiry: 0x02,
  subscriptionId: 0x0b,
  sessionExpiry: 0x11,
  assignedClientId: 0x12,
  serverKeepAlive: 0x13,
  authMethod: 0x15,
  authData: 0x16,
  receiveMaximum: 0x21,
  topicAlias: 0x23,
  maximumQos: 0x24,
  user: 0x26,
  maximumPacketSize: 0x27,
  subscriptionIdsAvailable: 0x29,
  sharedSubscriptionsAvailable: 0x2a,
} as const;

type Kind = 'byte' | 'word' | 'long' | 'varint' | 'data';

/** Properties that clients may send, besides user properties; the others are of the server. */
const KINDS: ReadonlyMap<number, Kind> = new Map([
  ...[0x01, 0x17, 0x19].map((id) => [id, 'byte'] as const),
  ...[0x21, 0x22, 0x23].map((id) => [id, 'word'] as const),
  ...[0x02, 0x11, 0x18, 0x27].map((id) => [id, 'long'] as const),
  ...[0x0b].map((id) => [id, 'varint'] as const),
  ...[0x03, 0x08, 0x09, 0x15, 0x16, 0x1f].map((id) => [id, 'data'] as const),
]);

/** The properties of each packet of a client. */
export const PROPERTIES_OF = {
  connect: [0x11, 0x15, 0x16, 0x17, 0x19, 0x21, 0x22, 0x27],
  will: [0x01, 0x02, 0x03, 0x08, 0x09, 0x18],
  publish: [0x01, 0x02, 0x03, 0x08, 0x09, 0x0b, 0x23],
  ack: [0x1f],
  subscribe: [0x0b],
  unsubscribe: [],
  disconnect: [0x11, 0x1f],
} as const satisfies Record<string, readonly number[]>;

/** Numbers by property; a text counts as its length. */
export type Properties = ReadonlyMap<number, number>;

const NONE: Properties = new Map();

export function readProperties(reader: FieldReader, allowed: readonly number[]): Properties {
  const length = reader.varint();
  if (length === 0) return NONE;
  const end = reader.position() + length;
  const found = new Map<number, number>();
  while (reader.position() < end) {
    const id = reader.byte();
    if (id === PROPERTY.user) {
      reader.data();
      reader.data();
      continue;
    }
    const kind = KINDS.get(id);
    if (!kind) throw new RefusedPacketError(REASON.malformed);
    if (!allowed.includes(id) || found.has(id)) throw new RefusedPacketError(REASON.protocolError);
    const value = reader[kind]();
    found.set(id, typeof value === 'number' ? value : value.length);
  }
  if (reader.position() !== end) throw new RefusedPacketError(REASON.malformed);
  return found;
}
