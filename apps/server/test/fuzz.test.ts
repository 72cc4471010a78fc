import { type ApiName, api } from '@manoboard/contract/api';
import type { Call } from '@manoboard/contract/call';
import { statusesOf } from '@manoboard/contract/open-api-operations';
import { Problem } from '@manoboard/contract/problem';
import { TOPIC_NAMES, topicFilter, topics } from '@manoboard/contract/topics';
import { badRequests, oddRequests } from '@manoboard/testkit/bad-requests';
import { databaseDigest } from '@manoboard/testkit/database-digest';
import type { Ground } from '@manoboard/testkit/good-requests';
import { createHttpClient } from '@manoboard/testkit/http-client';
import { type BadRequest, KINDS } from '@manoboard/testkit/http-request';
import { waitFor } from '@manoboard/testkit/wait-for';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { prepareGround } from './ground.ts';
import { startWorld, type World } from './world.ts';

/** The same requests at every run; another seed finds others. */
const SEED = Number(process.env.FUZZ_SEED ?? 4);
const REQUESTS_A_CALL = 200;
const ODD_REQUESTS = 2000;
/** Of any request, before a call is looked for. */
const HEAD_TOO_LONG = 431;

const names = Object.keys(api) as ApiName[];
const counts = new Map<string, number>();
/** Of everything that the server says to the board. */
const published: string[] = [];

let world: World;
let ground: Ground;
let cookie: string;
let client: ReturnType<typeof createHttpClient>;
let board: Awaited<ReturnType<typeof prepareGround>>['board'];
let before: Record<string, string>;

const digest = () =>
  databaseDigest(async (text) => (await sql.raw<Record<string, unknown>>(text).execute(world.db)).rows);

beforeAll(async () => {
  world = await startWorld({ env: { LOGINS_PER_MINUTE: '1000000' } });
  const prepared = await prepareGround(world);
  ({ ground, cookie } = prepared);
  board = prepared.board;
  board.client.on('message', (path) => published.push(path));
  for (const name of TOPIC_NAMES)
    if (topics[name].from === 'server')
      await board.client.subscribeAsync(topicFilter(name, ground.idDev), { qos: 1 });
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

/** Refused, in the one shape of an error, with a status that the document tells. */
async function expectRefusal(call: Call, bad: BadRequest) {
  const { status, headers, text } = await client.send(bad, cookie);
  counts.set(bad.kind, (counts.get(bad.kind) ?? 0) + 1);
  expect(status, text).toBeGreaterThanOrEqual(400);
  expect(status, text).toBeLessThan(500);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(z.safeParse(Problem, JSON.parse(text)).success, text).toBe(true);
  const told = bad.kind === 'method' || bad.kind === 'path' ? [400, 404] : statusesOf(call);
  expect([...told, HEAD_TOO_LONG]).toContain(status);
}

it.concurrent.each(names)(
  '%s refuses what is wrong',
  async (name) => {
    await fc.assert(
      fc.asyncProperty(badRequests(name, ground), (bad) => expectRefusal(api[name], bad)),
      { seed: SEED, numRuns: REQUESTS_A_CALL },
    );
  },
  60_000,
);

it('every kind of wrong was tried, at least 10,000 times in all', () => {
  expect([...counts.keys()].sort()).toEqual([...KINDS].sort());
  expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(10_000);
});

it('no row has changed, and nothing went to the board', async () => {
  expect(await digest()).toEqual(before);
  expect(published).toEqual([]);
});

/** With the board away: nobody has to wait for its answer. */
it('what is only odd is taken or refused, and is no trouble of the server', async () => {
  await board.leave();
  await waitFor(async () => {
    const { text } = await client.send({ method: 'GET', path: api.onlineDevices.path, headers: {} }, cookie);
    return text === '[]';
  });
  const odd = fc.oneof(...names.flatMap((name) => oddRequests(name, ground) ?? []));
  await fc.assert(
    fc.asyncProperty(odd, async ({ request, isTaken }) => {
      if (!isTaken) return;
      const { status, text } = await client.send(request, cookie);
      expect(status, text).toBeLessThan(500);
    }),
    { seed: SEED, numRuns: ODD_REQUESTS },
  );
}, 60_000);
