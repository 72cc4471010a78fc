import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Problem } from '@manoboard/contract/http/problem';

const STATUSES: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };
const BODY = JSON.stringify({ detail: 'BAD_REQUEST' } satisfies Problem);

/** What cannot be read as HTTP reaches no route; it is refused in the same shape, and the line is cut. */
export function answerNoHttp(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const status = STATUSES[error.code ?? ''] ?? 400;
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${BODY.length}`,
    'connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${BODY}`);
  socket.destroy(error);
}
