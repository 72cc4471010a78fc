import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';

/** The stream of a request, or of its answer, by HTTP/2: Node's compatible objects have it in addition. */
export const streamOf = (message: IncomingMessage | ServerResponse): ServerHttp2Stream | undefined =>
  (message as { stream?: ServerHttp2Stream }).stream;

/** HTTP/2 has no `transfer-encoding`, and a body may come without `content-length`. */
export function hasBody(request: IncomingMessage): boolean {
  const stream = streamOf(request);
  if (stream) return !stream.endAfterHeaders;
  const { headers } = request;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Also when the client has disconnected. */
export const isClosed = (response: ServerResponse): boolean =>
  response.closed || response.destroyed || streamOf(response)?.destroyed === true;
