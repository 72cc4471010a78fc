import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Pace } from '../base/turns.ts';

/** Items per slice; `JSON.stringify` takes less than a millisecond for them. */
const ITEMS_AT_ONCE = 1000;

/** The text of `JSON.stringify` in parts. Long lists are cut, objects are written field by field. */
export function* jsonParts(value: unknown): Generator<string> {
  if (Array.isArray(value)) {
    yield '[';
    for (let at = 0; at < value.length; at += ITEMS_AT_ONCE) {
      const items = JSON.stringify(value.slice(at, at + ITEMS_AT_ONCE)).slice(1, -1);
      yield at === 0 ? items : `,${items}`;
    }
    yield ']';
  } else if (typeof value === 'object' && value !== null) {
    let before = '{';
    for (const [name, field] of Object.entries(value)) {
      if (field === undefined) continue;
      yield `${before}${JSON.stringify(name)}:`;
      yield* jsonParts(field);
      before = ',';
    }
    yield before === '{' ? '{}' : '}';
  } else yield JSON.stringify(value);
}

export interface JsonAnswer {
  body: Buffer;
  /** Weak ETag, equal to that of `etag.ts` for the same text. */
  etag: string;
}

/** Writes a large answer in slices (`JSON.stringify` of a graph takes 10 ms), without a check by its schema. */
export async function writeJson(value: object, pace: Pace): Promise<JsonAnswer> {
  const hash = createHash('sha1');
  const parts: Buffer[] = [];
  for (const text of jsonParts(value)) {
    await pace();
    const part = Buffer.from(text);
    hash.update(part);
    parts.push(part);
  }
  return { body: Buffer.concat(parts), etag: `W/"${hash.digest('base64url')}"` };
}

export const sendJson = (reply: FastifyReply, { body }: JsonAnswer) =>
  reply.type('application/json; charset=utf-8').send(body);
