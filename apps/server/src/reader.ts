import { parentPort, workerData } from 'node:worker_threads';
import { lowerOwnThread } from './base/priority.ts';
import type { ThreadError, ThreadReply, ThreadRequest } from './base/thread-pool.ts';
import { createPace } from './base/turns.ts';
import { openReader } from './db/db.ts';
import type { JsonAnswer } from './http/json-answer.ts';
import { createReads, type ReadCall, type ReaderSettings } from './wings/history/reads.ts';

/** A thread of `wings/history/readers.ts`. */
const settings: ReaderSettings = workerData;
const port = parentPort;
if (!port) throw new Error('reader.ts runs as a thread of the server');

lowerOwnThread();
const post = (reply: ThreadReply<JsonAnswer>, transfer: ArrayBuffer[] = []) =>
  port.postMessage(reply, transfer);
const log = {
  warn: (details: object, warning = '') => post({ warning, details }),
};
const read = createReads(openReader(settings.connection, log), settings);
const running = new Map<number, AbortController>();

const toThreadError = (error: unknown): ThreadError => {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, stack, code, syscall } = error as Error & Pick<ThreadError, 'code' | 'syscall'>;
  return { message, stack, ...(code !== undefined && { code }), ...(syscall !== undefined && { syscall }) };
};

async function answer(id: number, call: ReadCall) {
  const cancelled = new AbortController();
  running.set(id, cancelled);
  try {
    const result = await read(call, createPace(cancelled.signal));
    // Without a copy: the bytes have a buffer of their own.
    post({ id, result }, [result.body.buffer as ArrayBuffer]);
  } catch (error) {
    post({ id, error: toThreadError(error) });
  } finally {
    running.delete(id);
  }
}

port.on('message', (request: ThreadRequest<ReadCall>) => {
  if ('call' in request) void answer(request.id, request.call);
  else running.get(request.id)?.abort();
});
post({ isReady: true });
