import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startBroker, type TestBroker } from '../test/broker.ts';
import { opAt } from '../test/parts.ts';
import { systemClock } from './clock.ts';

const MAIN = join(import.meta.dirname, 'main.ts');
const IDS = ['MNB-DE0001', 'MNB-DE0002', 'MNB-DE0003'];
let broker: TestBroker;
const children: ChildProcess[] = [];

beforeEach(async () => {
  broker = await startBroker();
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await broker.close();
});

function run(args: string[]) {
  const child = fork(MAIN, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] });
  children.push(child);
  let output = '';
  const ready = new Promise<unknown>((resolve) => child.once('message', resolve));
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  const logs = async (pattern: RegExp) => {
    while (!pattern.test(output)) if (child.stderr) await once(child.stderr, 'data');
  };
  return { child, ready, logs, output: () => output, exit: once(child, 'exit').then(([code]) => code) };
}

function credentials(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'board-')), 'boards.json');
  writeFileSync(path, JSON.stringify(IDS.map((id_dev) => ({ id_dev, secret: `secret of ${id_dev}` }))));
  for (const id of IDS) broker.secrets.set(id, `secret of ${id}`);
  return path;
}
const fleetArgs = () => ['fleet', '--mqtt', broker.url, '--credentials', credentials()];
const online = (state: 0 | 1) => broker.all('status').filter(({ online }) => online === state).length;

it('a fleet: every board has its own connection; ready when all are connected', async () => {
  const { ready } = run(fleetArgs());
  expect(await ready).toEqual({ ready: true });
  expect(online(1)).toBe(3);
  expect([...broker.clients.keys()].sort()).toEqual(IDS);
  await Promise.all(IDS.map((id) => broker.first('info', ({ id_dev }) => id_dev === id)));
});

it.each(['SIGINT', 'SIGTERM', 'disconnect'] as const)(
  '%s: every board goes offline, then the process ends',
  async (how) => {
    const { child, ready, exit } = run(fleetArgs());
    await ready;
    if (how === 'disconnect') child.disconnect();
    else child.kill(how);
    expect(await exit).toBe(0);
    expect(online(0)).toBe(3);
  },
);

it('a refused login is logged once and does not affect the other boards', async () => {
  const args = fleetArgs();
  broker.secrets.set('MNB-DE0002', 'another');
  const { logs, output, child, exit } = run(args);
  await logs(/MNB-DE0002: the broker refuses/);
  const received = (id: string) => broker.first('info', ({ id_dev }) => id_dev === id);
  await Promise.all([received('MNB-DE0001'), received('MNB-DE0003')]);
  child.kill('SIGTERM');
  expect(await exit).toBe(0);
  expect(output().trim().split('\n')).toHaveLength(1);
  expect(output()).not.toContain('secret of');
});

it('a broker that is down is logged once for the whole fleet, and a stop ends at once', async () => {
  const args = fleetArgs();
  args[2] = 'mqtt://127.0.0.1:9';
  const { logs, output, child, exit } = run(args);
  await logs(/No connection to the broker/);
  child.kill('SIGTERM');
  expect(await exit).toBe(0);
  expect(output().trim().split('\n')).toHaveLength(1);
});

function oneBoard() {
  const dir = mkdtempSync(join(tmpdir(), 'board-'));
  writeFileSync(join(dir, 'secret'), 'x');
  const who = ['--id', 'MNB-00A1B2', '--secret-file', join(dir, 'secret'), '--state', join(dir, 'state')];
  return { args: ['board', '--mqtt', broker.url, ...who], state: join(dir, 'state', 'MNB-00A1B2') };
}

it('boot of a single board increases from start to start', async () => {
  const { args } = oneBoard();
  for (const boot of [1, 2]) {
    const { child, ready, exit } = run(args);
    await ready;
    child.kill('SIGTERM');
    await exit;
    expect(broker.all('status').at(-1)).toEqual({ v: 1, online: 0, boot });
  }
});

it('protocol.md, Delivery guarantees: frames that a killed board could not deliver are sent by its next start', async () => {
  const { args, state } = oneBoard();
  broker.hold('tele');
  const { child, exit } = run(args);
  const saved = () => readFileSync(join(state, 'outbox.jsonl'), 'utf8').endsWith('\n');
  await waitFor(saved, { what: 'frames on the disk', timeoutMs: 30_000 });
  child.kill('SIGKILL');
  await exit;
  broker.hold(undefined);
  const [lost] = broker.all('tele');
  run(args);
  expect(await broker.nth(2, 'tele', ({ boot, seq }) => boot === 1 && seq === 1)).toEqual(lost);
});

it('protocol.md, Commands: restart over the connection is a new start of the same board', async () => {
  const { args } = oneBoard();
  const { ready } = run(args);
  await ready;
  const cmd = opAt(systemClock, 'restart', {});
  await broker.command('MNB-00A1B2', cmd);
  await broker.first('status', ({ online, boot }) => online === 1 && boot === 2);
  expect((await broker.first('ack', ({ st }) => st !== 'accepted')).st).toBe('done');
});

it('bad arguments: one error sentence, exit code 1', async () => {
  const { output, exit } = run(['fleet', '--mqtt', 'nonsense']);
  expect(await exit).toBe(1);
  expect(output()).toBe('--mqtt must be an address like mqtt://127.0.0.1:1883, but it is nonsense.\n');
});
