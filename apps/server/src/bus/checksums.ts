import { createHmac, timingSafeEqual } from 'node:crypto';
import { headers, type Msg, type MsgHdrs } from '@nats-io/transport-node';

/** A header: a server of the version before ignores it. */
const CHECKSUM = 'Manoboard-Checksum';

/**
 * Keyed checksums (HMAC-SHA256) of messages between servers, with a key that only they have: who can write to the bus, for
 * example a local user beside a node without a password, cannot start pumps. The subject is part of it, so that a
 * message to one server is void at another, and an answer at another request.
 */
export function createChecksums(key: Buffer) {
  const digest = (subject: string, payload: string | Uint8Array) =>
    createHmac('sha256', key).update(`${subject}\0`).update(payload).digest();
  return {
    of(subject: string, payload: string): MsgHdrs {
      const list = headers();
      list.set(CHECKSUM, digest(subject, payload).toString('base64url'));
      return list;
    },
    check({ subject, data, headers: list }: Msg): 'right' | 'wrong' | 'missing' {
      const given = list?.get(CHECKSUM);
      if (!given) return 'missing';
      const [actual, expected] = [Buffer.from(given, 'base64url'), digest(subject, data)];
      return actual.length === expected.length && timingSafeEqual(actual, expected) ? 'right' : 'wrong';
    },
  };
}
