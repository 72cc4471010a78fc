import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startBroker, type TestBroker } from '../test/broker.ts';
import { ID_DEV, opAt } from '../test/parts.ts';
import { systemClock } from './clock.ts';
import { toCredentials } from './credentials.ts';
import { type Fleet, startFleet } from './fleet.ts';

let broker: TestBroker;
let fleet: Fleet | undefined;
let logged: string[] = [];
let stateDir: string;

beforeEach(async () => {
  broker = await startBroker();
  logged = [];
  stateDir = join(mkdtempSync(join(tmpdir(), 'board-state-')), 'state');
});
afterEach(async () => {
  await fleet?.stop();
  await broker.close();
});

async function start(): Promise<void> {
  fleet = startFleet([toCredentials({ id_dev: ID_DEV, secret: 'secret', scenario: 'stopped' }, 'test')], {
    url: broker.url,
    stateDir,
    clock: systemClock,
    random: Math.random,
    onReady: () => undefined,
    log: (sentence) => logged.push(sentence),
  });
  await broker.first('tele');
}

const loggedWith = (words: string) => logged.filter((sentence) => sentence.includes(words));

it('unreadable state files: the board starts without them and logs each once', async () => {
  for (const name of ['config.json', 'boot.json', 'update.json', 'events.json', 'outbox.jsonl'])
    mkdirSync(join(stateDir, ID_DEV, name), { recursive: true });
  await start();
  expect(loggedWith('cannot be read (EISDIR)')).toHaveLength(5);
});

it('an unwritable state folder: the board starts, and restarts on request', async () => {
  writeFileSync(stateDir, '');
  await start();
  const [first] = broker.all('status');
  await broker.command(ID_DEV, opAt(systemClock, 'restart', {}));
  await waitFor(() =>
    broker.all('status').some(({ online, boot }) => online === 1 && boot > (first?.boot ?? 0)),
  );
  expect(loggedWith('cannot be used')).toHaveLength(1);
});
