import * as z from 'zod/mini';
import { isPlainFrame } from './plain-frame.ts';
import { type Message, type Topic, type TopicName, topics } from './topics.ts';

/** JSON of at most 1 kB, as in the contract. */
export const MAX_JSON_BYTES = 1024;

type Decoded<N extends TopicName> =
  | { ok: true; message: Message<N> }
  | { ok: false; reason: 'too_large' | 'not_json' | 'wrong_shape' };

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes a payload: the message, or the reason of the failure. */
export function decodeMessage<N extends TopicName>(name: N, payload: Uint8Array): Decoded<N> {
  const { rawBytes, jsonBytes = MAX_JSON_BYTES, payload: schema }: Topic = topics[name];
  if (payload.length > (rawBytes ?? jsonBytes)) return { ok: false, reason: 'too_large' };
  if (rawBytes !== undefined) return { ok: true, message: payload as Message<N> };
  let json: unknown;
  try {
    json = JSON.parse(utf8.decode(payload));
  } catch {
    return { ok: false, reason: 'not_json' };
  }
  if (name === 'tele' && isPlainFrame(json)) return { ok: true, message: json as Message<N> };
  const parsed = z.safeParse(schema, json);
  return parsed.success
    ? { ok: true, message: parsed.data as Message<N> }
    : { ok: false, reason: 'wrong_shape' };
}
