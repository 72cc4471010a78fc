import { parentPort } from 'node:worker_threads';
import type { ThreadRequest } from '../src/base/thread-pool.ts';

/** What a test asks of its thread; a call that waits ends when it is cancelled. */
export type EchoCall = { echo: string } | 'wait' | 'fail' | 'crash' | 'hang';

const port = parentPort;
port?.on('message', (request: ThreadRequest<EchoCall>) => {
  const { id } = request;
  if ('isCancelled' in request) return port.postMessage({ id, error: { message: 'cancelled' } });
  const { call } = request;
  if (call === 'crash') throw new Error('crashed');
  if (call === 'hang') for (;;);
  if (call === 'fail') port.postMessage({ id, error: { message: 'too many clients', code: '53300' } });
  if (typeof call === 'object') port.postMessage({ id, result: call.echo });
});
port?.postMessage({ isReady: true });
