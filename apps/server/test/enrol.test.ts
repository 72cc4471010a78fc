import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectBoard } from '@manoboard/testkit/board-client';
import { startProgram, startServerProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { StartRefused } from '../src/base/start-refused.ts';
import { readEnrolArguments } from '../src/cli/enrol-arguments.ts';

/** Each test starts several programs. */
vi.setConfig({ testTimeout: 120_000 });

let installation: Awaited<ReturnType<typeof createInstallation>>;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manoboard-enrol-'));
});
afterEach(() => rm(folder, { recursive: true }));

const ID = 'MNB-00A1B2';
const SECRET = 'a secret of a real board';
const CLAIM = '7K3D-9QTX-2MVA';
const hash = (text: string) => createHash('sha256').update(text).digest();

async function file(name: string, content: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}
async function oneBoard(secret = SECRET): Promise<string[]> {
  const [secretFile, claimFile] = [await file('secret', `${secret}\n`), await file('claim', `${CLAIM}\n`)];
  return ['--id', ID, '--secret-file', secretFile, '--claim-file', claimFile];
}
async function enrol(args: string[], env: Record<string, string> = {}) {
  const program = startProgram('apps/server/dist/enrol.mjs', args, { ...installation.env, ...env });
  return { code: await program.exitCode(), errors: program.errors().trim() };
}
const start = () => startServerProgram(installation.env);

async function rows<T extends object>(query: string): Promise<T[]> {
  const db = new Client((await installation.postgres()).connection);
  await db.connect();
  const answer = await db.query<T>(query);
  await db.end();
  return answer.rows;
}

describe('npm run cli -- enrol', () => {
  beforeEach(async () => {
    installation = await createInstallation(inject('template'));
  });
  afterEach(() => installation.remove());

  it('enrols while the server runs: the board connects at once, and the server stores only hashes', async () => {
    const server = await start();
    expect(await enrol(await oneBoard())).toEqual({ code: 0, errors: '' });
    const board = await connectBoard({ url: server.ready.mqttUrl, deviceId: ID, secret: SECRET });
    await board.publishInfo();
    await board.leave();
    expect(await rows('select * from device')).toMatchObject([
      { id_dev: ID, secret_hash: hash(SECRET), claim_hash: hash(CLAIM), version: '1.4.2' },
    ]);
    await server.stop();
  });

  it('enrols before the first start of the server', async () => {
    await installation.remove();
    installation = await createInstallation();
    expect((await enrol(await oneBoard())).code).toBe(0);
    const server = await start();
    const board = await connectBoard({ url: server.ready.mqttUrl, deviceId: ID, secret: SECRET });
    await board.leave();
    await server.stop();
  });

  it('refuses a known board without a change; --replace sets a new secret', async () => {
    await enrol(await oneBoard());
    const again = await oneBoard('another secret of the same board');
    const refused = await enrol(again);
    expect(refused).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^MNB-00A1B2 is enrolled already/),
    });
    const server = await start();
    expect(await rows('select secret_hash from device')).toEqual([{ secret_hash: hash(SECRET) }]);
    expect((await enrol([...again, '--replace'])).code).toBe(0);
    expect(await rows('select secret_hash from device')).toEqual([
      { secret_hash: hash('another secret of the same board') },
    ]);
    await server.stop();
  });

  it('enrols all boards of a list or none', async () => {
    const boards = Array.from({ length: 1_200 }, (_, n) => ({
      id_dev: `MNB-F${String(n).padStart(5, '0')}`,
      secret: `${SECRET} number ${n}`,
    }));
    const list = ['--credentials', await file('boards.json', boards)];
    const server = await start();
    expect((await enrol(list)).code).toBe(0);
    expect(await rows('select count(*)::int as n from device')).toEqual([{ n: 1_200 }]);
    const longer = [
      ...boards.map((board) => ({ ...board, id_dev: board.id_dev.replace('F', 'G') })),
      boards[7],
    ];
    expect((await enrol(['--credentials', await file('longer.json', longer)])).code).toBe(1);
    expect(await rows('select count(*)::int as n from device')).toEqual([{ n: 1_200 }]);
    await server.stop();
  });
});

describe('npm run cli -- enrol prints a sentence for', () => {
  it.each([
    ['nothing', async () => [], /--id is missing/],
    ['no claim file', async () => (await oneBoard()).slice(0, 4), /--claim-file is missing/],
    ['an unknown option', async () => ['--speed', '9'], /--speed/],
    ['a bad ID', async () => [...(await oneBoard()), '--id', '../x'], /the ID must be like/],
    ['a short secret', async () => oneBoard('short'), /at least 16 characters/],
    [
      'a missing file',
      async () => [...(await oneBoard()), '--claim-file', 'none'],
      /cannot be read \(ENOENT\)/,
    ],
    [
      'a bad claim code',
      async () => [...(await oneBoard()), '--claim-file', await file('bad', 'x')],
      /claim code/,
    ],
    ['a list without boards', async () => ['--credentials', await file('none.json', {})], /lists no boards/],
    ['a list that is not JSON', async () => ['--credentials', await file('none.json', '{')], /is not JSON/],
  ] as const)('%s', async (_case, args, sentence) => {
    const given = await args();
    expect(() => readEnrolArguments(given)).toThrow(StartRefused);
    expect(() => readEnrolArguments(given)).toThrow(sentence);
    expect(() => readEnrolArguments(given)).not.toThrow(SECRET);
  });
});
