import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { gd10 } from '@manoboard/domain/fc/gd10';
import { freePort } from '@manoboard/testkit/free-port';
import { afterEach, expect, it, vi } from 'vitest';
import { addressOf } from '../../test/gd10-world.ts';
import { systemClock } from '../clock.ts';
import { type Drive, DriveError, RunState } from './drive.ts';
import { createModbusDrive } from './modbus-drive.ts';

const MAIN = join(import.meta.dirname, '..', 'main.ts');
let gateway: ChildProcess;
let drive: Drive;

afterEach(async () => {
  gateway.kill('SIGKILL');
  await drive.close();
});

/** Short timeouts in the drive, a long one for a loaded machine. */
const answer = () => vi.waitUntil(() => drive.read().catch(() => undefined), 15_000);

it('a start that failed at a sleeping gateway is not executed when it wakes', async () => {
  const port = await freePort();
  const args = ['gd10', '--tcp', String(port), '--scenario', 'stopped'];
  gateway = fork(MAIN, args, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] });
  await once(gateway, 'message');
  drive = createModbusDrive({
    address: addressOf(`modbus:tcp://127.0.0.1:${port}?timeout=100`),
    profile: gd10,
    clock: systemClock,
  });
  expect((await answer()).runState).toBe(RunState.stopped);

  gateway.kill('SIGSTOP');
  await expect(drive.start()).rejects.toThrow(DriveError);
  gateway.kill('SIGCONT');
  // Once it answers, all its queued requests were executed.
  await answer();
  expect((await answer()).runState).toBe(RunState.stopped);
});
