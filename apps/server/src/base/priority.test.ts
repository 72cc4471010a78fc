import { once } from 'node:events';
import { readlinkSync } from 'node:fs';
import { getPriority } from 'node:os';
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
