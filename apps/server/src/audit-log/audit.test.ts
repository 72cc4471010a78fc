import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../test/world.ts';
import { appendLines, verifyAudit } from './audit.service.ts';
import { headText, readHead, verdictSentence } from './audit-words.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const append = (...entries: object[]) =>
  world.db.transaction().execute((tx) =>
    appendLines(
      tx,
      new Date(),
      entries.map((entry) => JSON.stringify(entry)),
    ),
  );

/** Runs as the database owner: only this role may disable triggers. */
const tamper = (change: string) =>
  world.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const statement of change.split(';')) await sql.raw(statement).execute(tx);
  });

beforeEach(async () => {
  await tamper("delete from audit; update audit_head set seq = 0, hash = decode(repeat('00', 32), 'hex')");
  for (let n = 1; n <= 10; n++) await append({ n });
});

it.each(['update audit set entry = entry', 'delete from audit', 'truncate audit'])(
  'R5.7 the database refuses: %s',
  async (change) => expect(sql.raw(change).execute(world.db)).rejects.toThrow('the audit log can only grow'),
);

it('R5.7 an unchanged log is intact', async () =>
  expect(verdictSentence(await verifyAudit(world.db))).toBe('The log is whole: 10 rows.'));

it('R5.7 the database hashes any text, time and several lines like the verification does', async () => {
  const controls = Array.from({ length: 31 }, (_, n) => String.fromCharCode(n + 1)).join('');
  const texts = [controls, '"\\/</script>', 'ľščťžýáíé 💧', '\u007f\u2028\u2029\ufeff', '%s %% $1 {}'];
  await world.db
    .transaction()
    .execute((tx) => appendLines(tx, new Date(1_763_000_000_007), [...texts, JSON.stringify(texts)]));
  expect(verdictSentence(await verifyAudit(world.db))).toBe('The log is whole: 16 rows.');
});

describe('R5.7 verification names the first row that was tampered with', () => {
  const swap = (a: number, b: number) =>
    `update audit set seq = -1 where seq = ${a}; update audit set seq = ${a} where seq = ${b}; update audit set seq = ${b} where seq = -1`;
  it.each([
    ['an entry', `update audit set entry = '{"n":99}' where seq = 4`, 'Row 4 was edited.'],
    ['a time', "update audit set at = at + interval '1 second' where seq = 1", 'Row 1 was edited.'],
    ['a hash', "update audit set hash = decode(repeat('ab', 32), 'hex') where seq = 7", 'Row 7 was edited.'],
    ['a row', 'delete from audit where seq = 5', 'Row 5 was deleted.'],
    ['the first row', 'delete from audit where seq = 1', 'Row 1 was deleted.'],
    ['two exchanged rows', swap(3, 6), 'Row 3 was moved or put in.'],
    [
      'a row whose gap was closed',
      'delete from audit where seq = 4; update audit set seq = seq - 100 where seq > 4; update audit set seq = seq + 99 where seq < 0',
      'Row 4 was moved or put in.',
    ],
    [
      'the end',
      'delete from audit where seq > 8',
      'The log was cut off: row 9 and what followed it are gone.',
    ],
    ['everything', 'delete from audit', 'The log was cut off: row 1 and what followed it are gone.'],
    ['the head', 'delete from audit_head', 'The record of where the log ends is gone.'],
  ])('changed or deleted: %s', async (_what, change, sentence) => {
    await tamper(change);
    expect(verdictSentence(await verifyAudit(world.db))).toBe(sentence);
    if (change.includes('audit_head'))
      await tamper("insert into audit_head (seq, hash) values (0, decode(repeat('00', 32), 'hex'))");
  });

  it('a rewritten row with a matching hash', async () => {
    const copy = `update audit set entry = '{"n":99}', hash = sha256(previous_hash || convert_to('[4,' ||
      floor(extract(epoch from at) * 1000)::bigint || ',' || to_json('{"n":99}'::text) || ']', 'utf8')) where seq = 4`;
    await tamper(copy);
    expect(verdictSentence(await verifyAudit(world.db))).toBe('Row 4 was edited.');
  });

  it('a row appended after the end', async () => {
    await tamper('insert into audit select 11, at, entry, previous_hash, hash from audit where seq = 10');
    expect(verdictSentence(await verifyAudit(world.db))).toBe('Row 11 was moved or put in.');
  });
});

it('R5.7 only a head that was noted elsewhere reveals a log that was cut off together with its head', async () => {
  const verdict = await verifyAudit(world.db);
  const noted = readHead('head' in verdict ? headText(verdict.head) : '');
  await append({ n: 11 });
  expect(await verifyAudit(world.db, noted), 'a log that has grown is intact').toHaveProperty('head');
  await tamper(
    'delete from audit where seq > 8; update audit_head set seq = 8, hash = (select hash from audit where seq = 8)',
  );
  expect(await verifyAudit(world.db)).toHaveProperty('head');
  expect(await verifyAudit(world.db, noted)).toEqual({ tampering: { seq: 9, what: 'cut_off' } });
});

it('R5.7 fifty concurrent appends give one chain without gaps', async () => {
  await Promise.all(Array.from({ length: 50 }, (_, n) => append({ n }, { n, more: true })));
  expect(verdictSentence(await verifyAudit(world.db))).toBe('The log is whole: 110 rows.');
});

it.each(['', '12', '1:xyz', `-1:${'0'.repeat(64)}`])('%j is not a valid head', (text) =>
  expect(readHead(text)).toBeUndefined(),
);
