import type { IncomingMessage } from 'node:http';

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Why a request is refused: the Host must be this server (against DNS rebinding) and the Origin must not be another
 * site.
 */
export function refuseOrigin({ headers }: IncomingMessage, port: number): string | undefined {
  const { host, origin, 'sec-fetch-site': site } = headers;
  if (!LOOPBACK.some((name) => host === `${name}:${port}`)) return 'This address is not the panel’s.';
  if (origin !== undefined && origin !== `http://${host}`) return 'Another page must not use the panel.';
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    return 'Another page must not use the panel.';
  return undefined;
}

const MAX_BYTES = 4096;

export class BodyError extends Error {
  readonly status: 400 | 413 | 415;

  constructor(status: BodyError['status'], message: string) {
    super(message);
    this.name = 'BodyError';
    this.status = status;
  }
}

export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new BodyError(415, 'The body must be application/json.');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new BodyError(413, `The body must not be larger than ${MAX_BYTES} bytes.`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
  } catch {
    throw new BodyError(400, 'The body is not JSON.');
  }
}
