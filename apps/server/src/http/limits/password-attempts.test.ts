import { ATTEMPT_DELAYS_S, type AttemptSource } from '@manoboard/domain/limits/password-attempts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { type Attempts, createAttempts, type Source } from './password-attempts.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.remove());

let clockMs = Date.parse('2026-06-01T10:00:00Z');
let offsetMs = 0;
/** A server whose clock differs from that of the test by as much as `offsetOf` returns at each look. */
const aServer = (offsetOf: () => number) =>
  createAttempts({ db: database.db, now: () => clockMs + offsetOf() });

const AT_ONCE = 45;
const freeOf = (kind: AttemptSource) => ATTEMPT_DELAYS_S[kind].filter((delayS) => delayS === 0).length + 1;
let sources = 0;
const newSource = (kind: AttemptSource): Source => [kind, `${++sources}`];

const isTaken = (server: Attempts, ...of: Source[]) =>
  server.take(...of).then(
    () => true,
    () => false,
  );
const countTaken = async (
  servers: readonly Attempts[],
  attempts: number,
  sourcesOf: (n: number) => Source[],
) => {
  const taken = await Promise.all(
    Array.from({ length: attempts }, (_, n) =>
      isTaken(servers[n % servers.length] as Attempts, ...sourcesOf(n)),
    ),
  );
  return taken.filter(Boolean).length;
};

beforeEach(() => {
  offsetMs = 0;
});

const KINDS = Object.keys(ATTEMPT_DELAYS_S) as AttemptSource[];
/** Of requests at one moment the earlier one often gets the row lock later. */
let looks = 0;
const goingBack = () => -(++looks % 50);

describe('attempts at once', () => {
  it.each(KINDS)('R3.3 of the source %s: no more than the free ones are accepted', async (kind) => {
    const source = newSource(kind);
    const free = freeOf(kind);
    expect(await countTaken([aServer(goingBack)], free + AT_ONCE, () => [source])).toBe(free);
  });

  it.each(KINDS)('R3.3 of the source %s at two servers whose clocks differ by a second', async (kind) => {
    const source = newSource(kind);
    const free = freeOf(kind);
    const servers = [aServer(() => 0), aServer(() => 1000)];
    expect(await countTaken(servers, free + AT_ONCE, () => [source])).toBe(free);
  });

  it('R3.3 of many addresses at one account are counted by the account', async () => {
    const account = newSource('account_code');
    const servers = [aServer(goingBack), aServer(() => 1000)];
    const attempts = (n: number): Source[] => [['code', 'address', `${n}`, account[1] ?? ''], account];
    expect(await countTaken(servers, 60, attempts)).toBe(freeOf('account_code'));
  });
});

describe('a clock that is wrong', () => {
  const exhaust = async (server: Attempts, source: Source) => {
    for (let n = 0; n < freeOf(source[0]); n++) expect(await isTaken(server, source)).toBe(true);
    expect(await isTaken(server, source)).toBe(false);
  };

  it.each([
    ['half a minute', 30_000],
    ['a second', 1000],
  ])('R3.3 by %s, at one of two servers, frees no attempt that has to wait', async (_name, wrongMs) => {
    const source = newSource('session');
    const servers = [aServer(() => wrongMs), aServer(() => 0)] as const;
    await exhaust(servers[0], source);
    expect(await countTaken(servers, AT_ONCE, () => [source])).toBe(0);
  });

  it('R3.3 set back by a day does not lock out, and clears no count', async () => {
    const source = newSource('session');
    const server = aServer(() => offsetMs);
    await exhaust(server, source);
    offsetMs = -86_400_000;
    expect(await isTaken(server, source)).toBe(true);
    expect(await isTaken(server, source)).toBe(false);
  });

  it('R3.3 set back by half a minute extends a delay by that much at most', async () => {
    const source = newSource('session');
    const server = aServer(() => offsetMs);
    await exhaust(server, source);
    offsetMs = -30_000;
    expect(await isTaken(server, source)).toBe(false);
    clockMs += 35_000;
    expect(await isTaken(server, source)).toBe(true);
  });
});
