import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer has an ETag; a client with the same one gets 304. */
    hasEtag?: boolean;
  }
}

/** Weak: the same list may be sent in several encodings. */
const etagOf = (body: string | Buffer) => `W/"${hash('sha1', body, 'base64url')}"`;

const isBody = (payload: unknown): payload is string | Buffer =>
  typeof payload === 'string' || payload instanceof Buffer;

const opaque = (etag: string) => etag.trim().replace(/^W\//, '');

/** RFC 9110 13.1.2: weak comparison, of a list or of `*`. */
const isKnown = (ifNoneMatch: string, etag: string) =>
  ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').map(opaque).includes(opaque(etag));

/** Keeps a tag that the handler has set, which may be cheaper than a hash of the answer. */
export async function answerConditionally(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  if (!request.routeOptions.config.hasEtag || reply.statusCode !== 200 || !isBody(payload)) return payload;
  const etag = String(reply.getHeader('etag') ?? etagOf(payload));
  reply.header('etag', etag);
  // The browser may store the list, and revalidates it each time, unless the handler knows that it will not change.
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache');
  if (!isKnown(request.raw.headers['if-none-match'] ?? '', etag)) return payload;
  reply.code(304).removeHeader('content-type');
  return null;
}
