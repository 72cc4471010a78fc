import type { FastifyRequest } from 'fastify';

/** The client has disconnected: nobody receives the answer, and no limit was exceeded. */
export class ClientLeftError extends Error {
  override name = 'ClientLeftError';
}

/** Aborted when the client disconnects. */
export function watchClient({ socket }: Pick<FastifyRequest, 'socket'>) {
  const gone = new AbortController();
  const leave = () => gone.abort(new ClientLeftError());
  socket.once('close', leave);
  if (socket.destroyed) leave();
  return { signal: gone.signal, end: () => void socket.off('close', leave) };
}
