import type { FastifyRequest } from 'fastify';
import { streamOf } from '../exchange.ts';

/** The client has disconnected: nobody receives the answer, and no limit was exceeded. */
export class ClientLeftError extends Error {
  override name = 'ClientLeftError';
}

/** Aborted when the client disconnects, or by HTTP/2 when it cancels the request: its connection stays. */
export function watchClient({ raw, socket }: Pick<FastifyRequest, 'raw' | 'socket'>) {
  const line = streamOf(raw) ?? socket;
  const gone = new AbortController();
  const leave = () => gone.abort(new ClientLeftError());
  line.once('close', leave);
  if (line.destroyed) leave();
  return { signal: gone.signal, end: () => void line.off('close', leave) };
}
