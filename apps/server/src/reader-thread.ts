import { parentPort, workerData } from 'node:worker_threads';
import { checkProfile } from '@manoboard/domain/fc/profile-check';
import { lowerOwnThread } from './base/priority.ts';
import type { ThreadError, ThreadReply, ThreadRequest } from './base/thread-pool.ts';
import { createPace } from './base/turns.ts';
import { openReader } from './db/db.ts';
import type { JsonAnswer } from './http/json-answer.ts';
import type { ProfileCall, ProfileResult } from './wings/converters/profile-checks.ts';
import { createReads, type ReadCall, type ReaderSettings } from './wings/history/reader-calls.ts';

/** A thread of `wings/history/reader-pool.ts`, or without settings one of `wings/converters/profile-checks.ts`. */
const settings: ReaderSettings | null = workerData;
const port = parentPort;
if (!port) throw new Error('reader-thread.ts runs as a thread of the server');

lowerOwnThread();
const post = (reply: ThreadReply<JsonAnswer | ProfileResult>, transfer: ArrayBuffer[] = []) =>
  port.postMessage(reply, transfer);
const log = {
  warn: (details: object, warning = '') => post({ warning, details }),
};
const read = settings && createReads(openReader(settings.connection, log), settings);
const running = new Map<number, AbortController>();

const toThreadError = (error: unknown): ThreadError => {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, stack, code, syscall } = error as Error & Pick<ThreadError, 'code' | 'syscall'>;
  return { message, stack, ...(code !== undefined && { code }), ...(syscall !== undefined && { syscall }) };
};

function check({ text }: ProfileCall): ProfileResult {
  const checked = checkProfile(text);
  return 'problems' in checked ? checked : { profile: checked.profile };
}

async function answer(id: number, call: ReadCall | ProfileCall) {
  const cancelled = new AbortController();
  running.set(id, cancelled);
  try {
    if (call.name === 'profile') return post({ id, result: check(call) });
    if (!read) throw new Error('this thread reads nothing');
    const result = await read(call, createPace(cancelled.signal));
    // Without a copy: the bytes have a buffer of their own.
    post({ id, result }, [result.body.buffer as ArrayBuffer]);
  } catch (error) {
    post({ id, error: toThreadError(error) });
  } finally {
    running.delete(id);
  }
}

port.on('message', (request: ThreadRequest<ReadCall | ProfileCall>) => {
  if ('call' in request) void answer(request.id, request.call);
  else running.get(request.id)?.abort();
});
post({ isReady: true });
