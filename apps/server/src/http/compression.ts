import { pipeline, Readable, type Transform } from 'node:stream';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Smaller answers fit into one packet anyway. */
const MIN_BYTES = 1024;
const COMPRESSIBLE = /^(application\/(json|javascript)|text\/(?!event-stream)|image\/svg\+xml)/;

interface Encoder {
  name: string;
  compress: (data: Buffer) => Promise<Buffer>;
  stream: () => Transform;
}

/** Low levels take a quarter of the time of the defaults, and answers are at most a fifth larger. */
const zstd = { params: { [zlib.constants.ZSTD_c_compressionLevel]: 1 } };
const brotli = (bytes = 0) => ({
  params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes },
});
const gzip = { level: 3 };
const [zstdAsync, brotliAsync, gzipAsync] = [
  promisify(zlib.zstdCompress),
  promisify(zlib.brotliCompress),
  promisify(zlib.gzip),
];

/** The best first. Browsers offer the first two on https only. */
const ENCODERS: readonly Encoder[] = [
  { name: 'zstd', compress: (data) => zstdAsync(data, zstd), stream: () => zlib.createZstdCompress(zstd) },
  {
    name: 'br',
    compress: (data) => brotliAsync(data, brotli(data.length)),
    stream: () => zlib.createBrotliCompress(brotli()),
  },
  { name: 'gzip', compress: (data) => gzipAsync(data, gzip), stream: () => zlib.createGzip(gzip) },
];

/** `q=0` refuses an encoding; a wildcard is ignored, since such clients read plain answers as well. */
function encoderFor({ raw: { headers } }: FastifyRequest): Encoder | undefined {
  const accepted = String(headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]?.trim());
  return ENCODERS.find(({ name }) => accepted.includes(name));
}

/**
 * Compresses text answers of at least 1 kB, and CSV files as they are streamed. Event streams bypass it.
 * An error or an abort on one side of the stream ends the other side as well.
 */
export async function compressAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  const type = String(reply.getHeader('content-type') ?? '');
  if (!COMPRESSIBLE.test(type) || reply.hasHeader('content-encoding')) return payload;
  const isFile = payload instanceof Readable;
  if (isFile && !type.startsWith('text/csv')) return payload;
  const data = typeof payload === 'string' ? Buffer.from(payload) : payload;
  if (!isFile && !(data instanceof Buffer && data.length >= MIN_BYTES)) return payload;
  reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '));
  const encoder = encoderFor(request);
  if (!encoder) return payload;
  reply.header('content-encoding', encoder.name).removeHeader('content-length');
  return data instanceof Buffer
    ? encoder.compress(data)
    : pipeline(payload as Readable, encoder.stream(), () => {});
}
