import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readlinkSync } from 'node:fs';
import { getPriority } from 'node:os';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

const MODULE = new URL('./priority.ts', import.meta.url).href;
const ownThread = () => Number(readlinkSync('/proc/thread-self').split('/task/')[1]);

it.runIf(process.platform === 'linux')(
  'a thread lowers its own priority and not that of others',
  async () => {
    const before = getPriority(ownThread());
    const code = `
    const { parentPort } = require('node:worker_threads');
    const id = Number(require('node:fs').readlinkSync('/proc/thread-self').split('/task/')[1]);
    import('${MODULE}').then(({ lowerOwnThread }) => {
      lowerOwnThread();
      parentPort.postMessage(require('node:os').getPriority(id));
    });`;
    const [priority] = await once(new Worker(code, { eval: true }), 'message');
    expect(priority).toBe(10);
    expect(getPriority(ownThread())).toBe(before);
  },
);

it.runIf(process.platform === 'linux')(
  'the threads that hash and compress get a low priority, and the main thread keeps its own',
  async () => {
    const code = `
    const { readFileSync, readdirSync } = require('node:fs');
    require('node:crypto').pbkdf2('a', 'b', 1, 32, 'sha256', async () => {
      (await import('${MODULE}')).lowerPoolThreads();
      const threads = readdirSync('/proc/self/task').map((id) => [
        readFileSync('/proc/self/task/' + id + '/comm', 'utf8').trim(),
        require('node:os').getPriority(Number(id)),
      ]);
      console.log(JSON.stringify(threads));
    });`;
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', code]);
    const threads: [name: string, priority: number][] = JSON.parse(stdout);
    const low = threads.filter(([, priority]) => priority === 10).map(([name]) => name);
    expect(new Set(low)).toEqual(new Set(['libuv-worker']));
  },
);
