import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@manoboard/testkit/free-port';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startBroker, type TestBroker } from '../test/broker.ts';
import { cmdAt, ID_DEV } from '../test/parts.ts';
import { systemClock } from './clock.ts';

/** The board waits for a drive in real time. */
vi.setConfig({ testTimeout: 120_000 });

const MAIN = join(import.meta.dirname, 'main.ts');
const children: ChildProcess[] = [];
let broker: TestBroker;

beforeEach(async () => {
  broker = await startBroker();
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await broker.close();
});

async function run(...args: string[]): Promise<ChildProcess> {
  const child = fork(MAIN, args, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] });
  children.push(child);
  await once(child, 'message');
  return child;
}

const command = (val: boolean) => {
  const cmd = cmdAt(systemClock, val);
  broker.command(ID_DEV, cmd);
  return broker.first('ack', ({ id, st }) => id === cmd.id && st !== 'accepted');
};

it('a board with a drive on a line reads and commands it, loses it, and finds it again', async () => {
  const port = String(await freePort());
  const secretFile = join(mkdtempSync(join(tmpdir(), 'board-')), 'secret');
  writeFileSync(secretFile, 'x');
  const gd10 = await run('gd10', '--tcp', port, '--scenario', 'stopped');
  const drive = `modbus:tcp://127.0.0.1:${port}?unit=1&clock=own`;
  await run('board', '--mqtt', broker.url, '--id', ID_DEV, '--secret-file', secretFile, '--drive', drive);

  const { d } = await broker.first('tele', ({ fc }) => fc === 1);
  expect(d).toMatchObject({ on_off_state_r: 3, modbus: 2, required_pressure: 4, fault: 0 });
  // The drive's temperature register is not documented, and its rated power is not configured.
  expect(d).not.toHaveProperty('temperature_fc');
  expect(d).not.toHaveProperty('motor_power');
  expect(await command(true)).toMatchObject({ st: 'done', d: { on_off_state_r: 1 } });

  gd10.kill('SIGKILL');
  const lost = await broker.first('tele', ({ fc }) => fc === 0);
  expect(Object.keys(lost.d).filter((field) => !['temperature_mnb', 'rssi'].includes(field))).toEqual([]);
  expect(await command(false)).toMatchObject({ st: 'rejected', err: 'fc_offline' });

  await run('gd10', '--tcp', port, '--scenario', 'stopped');
  const back = await broker.first('tele', ({ fc, seq }) => fc === 1 && seq > lost.seq);
  expect(back.d).toMatchObject({ on_off_state_r: 3 });
});
