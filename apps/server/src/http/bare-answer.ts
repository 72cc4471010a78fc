import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Problem } from '@manoboard/contract/http/problem';
import { YEAR_MS } from '@manoboard/domain/time';

/** Policy of every answer that is no page: nothing is loaded, run or framed if a browser shows it. */
export const ANSWER_POLICY = {
  defaultSrc: ["'none'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
};

/** Headers of answers to input that reaches no route, and so no hook. */
export const bareHeaders = (hasStrictTransport: boolean): Record<string, string> => ({
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  ...(hasStrictTransport && { 'strict-transport-security': `max-age=${YEAR_MS / 1000}; includeSubDomains` }),
});

const STATUSES: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };
const BODY = JSON.stringify({ detail: 'BAD_REQUEST' } satisfies Problem);

/**
 * Input that is not HTTP reaches no route: answer with a problem of the same shape and close the socket. An unused
 * connection is closed without an answer: a client that sends its first request at that moment would take it for its own.
 */
export const answerInvalidHttp =
  (headers: Record<string, string>) => (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const status = STATUSES[error.code ?? ''] ?? 400;
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${BODY.length}`,
      'connection: close',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ];
    const isUnused = status === 408 && socket.bytesRead === 0;
    if (socket.writable && !isUnused) socket.write(`${head.join('\r\n')}\r\n\r\n${BODY}`);
    socket.destroy(error);
  };
