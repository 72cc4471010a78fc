import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@manoboard/testkit/free-port';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startBroker, type TestBroker } from '../../test/broker.ts';

const MAIN = join(import.meta.dirname, '../main.ts');
const ID = 'MNB-00A1B2';
let broker: TestBroker;
let child: ChildProcess | undefined;

beforeEach(async () => {
  broker = await startBroker();
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await broker.close();
});

function run(port: number) {
  const secretFile = join(mkdtempSync(join(tmpdir(), 'panel-')), 'secret');
  writeFileSync(secretFile, 'x');
  const args = ['board', '--mqtt', broker.url, '--id', ID, '--secret-file', secretFile, '--panel', `${port}`];
  const started = fork(MAIN, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] });
  child = started;
  let output = '';
  started.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  const logs = async (text: string) => {
    while (!output.includes(text)) if (started.stderr) await once(started.stderr, 'data');
  };
  return { logs, exit: once(started, 'exit').then(([code]) => code), child: started };
}

const wifi = (port: number, on: boolean) =>
  fetch(`http://127.0.0.1:${port}/boards/${ID}/faults/wifi_loss`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ on }),
  });

it('--panel: a fault switched on a running board changes its messages, and so does its end', async () => {
  const port = await freePort();
  const { logs, exit, child } = run(port);
  await logs(`The panel is at http://127.0.0.1:${port}/.`);
  await broker.first('tele');
  expect((await wifi(port, true)).status).toBe(200);
  await broker.first('status', ({ online }) => online === 0);
  expect((await wifi(port, false)).status).toBe(200);
  await broker.nth(2, 'status', ({ online }) => online === 1);
  child.kill('SIGTERM');
  expect(await exit).toBe(0);
});

it('a panel port in use: one error sentence, the board stops, exit code 1', async () => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  const { logs, exit } = run(port);
  await logs(`The panel cannot listen on port ${port} (EADDRINUSE).`);
  expect(await exit).toBe(1);
  other.close();
});
