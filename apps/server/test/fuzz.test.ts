import type { RequestFixtures } from '@manoboard/contract/docs/examples';
import { type ApiName, api } from '@manoboard/contract/http/api';
import { forBadRequests, forOddRequests } from '@manoboard/testkit/bad-requests';
import { databaseDigest } from '@manoboard/testkit/database-digest';
import { createHttpClient } from '@manoboard/testkit/http-client';
import { KINDS } from '@manoboard/testkit/http-request';
import { refusalFault } from '@manoboard/testkit/refusal-fault';
import { waitFor } from '@manoboard/testkit/wait-for';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepareFixtures } from './request-fixtures.ts';
import { startWorld, type World } from './world.ts';

/** A fixed seed makes every run send the same requests. */
const SEED = Number(process.env.FUZZ_SEED ?? 4);
const REQUESTS_A_CALL = Number(process.env.FUZZ_REQUESTS ?? 60);
const ODD_REQUESTS = 1000;

const names = Object.keys(api) as ApiName[];
const counts = new Map<string, number>();
/** Messages that the server published to the board. */
const published: string[] = [];

let world: World;
let fixtures: RequestFixtures;
let cookie: string;
let client: ReturnType<typeof createHttpClient>;
let board: Awaited<ReturnType<typeof prepareFixtures>>['board'];
let before: Record<string, string>;

const digest = () =>
  databaseDigest(async (text) => (await sql.raw<Record<string, unknown>>(text).execute(world.db)).rows);

beforeAll(async () => {
  world = await startWorld({ env: { LOGINS_PER_MINUTE: '1000000' } });
  const prepared = await prepareFixtures(world);
  ({ fixtures, cookie } = prepared);
  board = prepared.board;
  board.client.on('message', (path) => published.push(path));
  await board.listenToAll();
  published.length = 0;
  client = createHttpClient(world.server.url);
  before = await digest();
});
afterAll(async () => {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  console.log(`bad requests: ${total} at ${names.length} calls, seed ${SEED}`);
  client.close();
  await world.stop();
});

it.concurrent.each(names)(
  '%s refuses invalid requests',
  async (name) => {
    await forBadRequests(name, fixtures, { seed: SEED, count: REQUESTS_A_CALL }, async (bad) => {
      const answer = await client.send(bad, cookie);
      counts.set(bad.kind, (counts.get(bad.kind) ?? 0) + 1);
      expect(refusalFault(api[name], bad, answer)).toBeUndefined();
    });
  },
  60_000,
);

it('every kind of invalid request was sent, at least 10,000 in all', () => {
  expect([...counts.keys()].sort()).toEqual([...KINDS].sort());
  expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(10_000);
});

it('invalid requests change no row and publish nothing', async () => {
  expect(await digest()).toEqual(before);
  expect(published).toEqual([]);
});

/** With the board offline, so that no request waits for an ack. */
it('unusual valid requests are accepted or refused, never 5xx', async () => {
  await board.leave();
  await waitFor(async () => {
    const { text } = await client.send({ method: 'GET', path: api.onlineDevices.path, headers: {} }, cookie);
    return text === '[]';
  });
  await forOddRequests(fixtures, { seed: SEED, count: ODD_REQUESTS }, async (odd) => {
    const { status, text } = await client.send(odd, cookie);
    expect(status, text).toBeLessThan(500);
  });
});
