import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { EchoCall } from '../../test/echo-thread.ts';
import { createThreadPool } from './thread-pool.ts';

const FILE = join(import.meta.dirname, '../../test/echo-thread.ts');
const never = new AbortController().signal;
const warnings: unknown[] = [];
const pools: { endThreads: () => Promise<void> }[] = [];
function createPool(change: { callsAtOnce?: number; limitMs?: number; idleMs?: number } = {}) {
  const pool = createThreadPool<EchoCall, string>({
    file: FILE,
    log: { warn: (details: unknown) => void warnings.push(details) },
    threads: 1,
    callsAtOnce: 2,
    limitMs: 60_000,
    idleMs: 60_000,
    lost: (reason) => new Error(`lost: ${reason}`),
    ...change,
  });
  pools.push(pool);
  return pool;
}
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.endThreads();
  warnings.length = 0;
});

describe('R4.13 threads for heavy reads', () => {
  it('return results, and errors with their code', async () => {
    const { run } = createPool();
    expect(await run(1, { echo: 'a' }, never)).toBe('a');
    await expect(run(1, 'fail', never)).rejects.toMatchObject({ message: 'too many clients', code: '53300' });
  });

  it('a thread that crashes fails its calls, and the next call starts another one', async () => {
    const { run } = createPool();
    const other = run(2, 'wait', never);
    await expect(run(1, 'crash', never)).rejects.toThrow('lost: crashed');
    await expect(other).rejects.toThrow('lost: crashed');
    expect(await run(1, { echo: 'again' }, never)).toBe('again');
    expect(warnings).toEqual([{ reason: 'crashed' }]);
  });

  it('a thread that hangs is ended after the limit', async () => {
    const { run } = createPool({ limitMs: 50 });
    await expect(run(1, 'hang', never)).rejects.toThrow('no answer within 50 ms');
    expect(await run(1, { echo: 'again' }, never)).toBe('again');
  });

  it('a cancelled call gives its place to the next one', async () => {
    const { run } = createPool();
    const client = new AbortController();
    const first = run(1, 'wait', client.signal);
    const second = run(1, { echo: 'next' }, never);
    client.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    expect(await second).toBe('next');
    await expect(run(1, { echo: 'late' }, client.signal)).rejects.toThrow('gone');
  });

  it('one user has half of the places: another user does not wait for their calls', async () => {
    const { run } = createPool();
    const ended: string[] = [];
    const note = (name: string) => () => void ended.push(name);
    const client = new AbortController();
    const waiting = run(1, 'wait', client.signal).catch(note('first'));
    const queued = run(1, { echo: 'second' }, never).then(note('second'));
    await run(2, { echo: 'other' }, never).then(note('other'));
    client.abort(new Error('gone'));
    await Promise.all([waiting, queued]);
    expect(ended).toEqual(['other', 'first', 'second']);
  });

  it('an idle thread ends without a warning; a stop fails running, waiting and later calls', async () => {
    const { run, stop } = createPool({ idleMs: 0 });
    expect(await run(1, { echo: 'a' }, never)).toBe('a');
    expect(await run(1, { echo: 'b' }, never)).toBe('b');
    const open = [run(1, 'wait', never), run(1, { echo: 'waiting' }, never)];
    const ended = Promise.allSettled(open);
    await stop();
    for (const { status } of await ended) expect(status).toBe('rejected');
    await expect(run(1, { echo: 'late' }, never)).rejects.toThrow('lost: the thread was stopped');
    expect(warnings).toEqual([]);
  });
});
