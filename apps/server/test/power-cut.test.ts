import { execFileSync, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { startProgram } from '@manoboard/testkit/program';
import { createInstallation, findCluster } from '@manoboard/testkit/program-folders';
import { waitFor } from '@manoboard/testkit/wait-for';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { readConfig } from '../src/base/config.ts';
import { createUndo } from '../src/base/undo.ts';
import { openDatabase } from '../src/db/database.ts';
import { SERVER_ROLE } from '../src/db/postgres/server-role.ts';

vi.setConfig({ testTimeout: 120_000 });

const MAIN = 'apps/server/dist/main.mjs';
const OLD = new URL('./fixtures/databases/2026-11-19.sql.gz', import.meta.url);
/** A server that runs adds lines to the audit log. */
const KEPT = ['app_user', 'device', 'user_device', 'frame', 'alert', 'board_event', 'last_data'];

/** An upgrade waits until somebody connects under this name, and then writes a table. */
const GO_ON = 'go on';
const PAUSE = `
  create function pause() returns trigger language plpgsql as $$ begin
    while not exists (select from pg_stat_activity where application_name = '${GO_ON}') loop
      perform pg_sleep(0.02), pg_stat_clear_snapshot();
    end loop;
    create table upgraded as select repeat(chr(i % 26 + 65), 1000) from generate_series(1, 9000) i;
    return new;
  end $$;
  create trigger pause before insert on kysely_migration for each row execute function pause()`;

const canMount = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0;

const cpWithOwners = (from: string, to: string) => execFileSync('cp', ['-a', from, to]);

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

function killNow(pid: number) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const isGone = (pid: number) => !existsSync(`/proc/${pid}`);

/** Writes until nothing is left. */
function fill(path: string) {
  const file = openSync(path, 'w');
  try {
    for (;;) writeSync(file, Buffer.alloc(4096));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}

let installation: Awaited<ReturnType<typeof createInstallation>>;
beforeEach(async () => {
  installation = await createInstallation(inject('template'));
});
afterEach(() => installation.remove());

const connect = async (database: string, application_name = 'test') => {
  const { connection } = await installation.postgres();
  const client = new Client({ ...connection, database, application_name });
  client.on('error', () => {});
  await client.connect();
  return client;
};

/** Postgres of the installation without the server. */
async function withPostgres<T>(work: () => Promise<T>): Promise<T> {
  const undo = createUndo();
  try {
    await openDatabase(readConfig(installation.env), undo, () => {});
    return await work();
  } finally {
    await undo.run();
  }
}

/** The installation gets the database of an earlier version. */
async function becomeOld() {
  const admin = await connect('postgres');
  await admin.query('drop database manoboard with (force)');
  await admin.query(`create database manoboard owner ${SERVER_ROLE}`);
  await admin.end();
  const loader = await connect('manoboard');
  await loader.query(`set role ${SERVER_ROLE}`);
  await loader.query(gunzipSync(readFileSync(OLD)).toString());
  await loader.end();
  const client = await connect('manoboard');
  await client.query(`set role ${SERVER_ROLE}`);
  await client.query(PAUSE);
  await client.end();
}

async function facts() {
  const client = await connect('manoboard');
  const counts: Record<string, number> = {};
  for (const table of KEPT)
    counts[table] = (await client.query(`select count(*)::int as count from ${table}`)).rows[0].count;
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name');
  await client.end();
  return { counts, migrations: rows.map(({ name }) => name) };
}

async function startAndPause() {
  const program = startProgram(MAIN, [], { ...installation.env, LOG_LEVEL: 'warn' });
  const isWaiting = async () => {
    const client = await connect('manoboard');
    const { rowCount } = await client.query(
      `select from pg_stat_activity where application_name = 'manoboard migration' and wait_event = 'PgSleep'`,
    );
    await client.end();
    return rowCount === 1;
  };
  await waitFor(() => isWaiting().catch(() => false), { what: 'the paused upgrade', timeoutMs: 60_000 });
  return program;
}

/** The next start completes the upgrade, and everything that was there is there. */
async function completeUpgrade(before: Record<string, number>) {
  const program = startProgram(MAIN, [], { ...installation.env, LOG_LEVEL: 'warn' });
  const ready = program.message('ready');
  const going = await waitFor(() => connect('manoboard', GO_ON).catch(() => undefined), {
    timeoutMs: 60_000,
  });
  await ready;
  const { counts, migrations } = await facts();
  expect(counts).toEqual(before);
  expect(migrations).toEqual(['0001-schema']);
  await going.end();
  return program;
}

it('a power cut, with every write lost that was not flushed, leaves the earlier database in the middle of an upgrade and the new one after it', async () => {
  const cluster = await findCluster(installation.env.DATA_DIR, installation.env.POSTGRES_HOME);
  const disk = mkdtempSync(join(installation.root, 'disk-'));
  writeFileSync(join(cluster, 'postgresql.auto.conf'), `wal_keep_size = '1GB'\n`);
  /** Postgres flushes its log at a commit, and data files at a checkpoint: they are as the first one left them. */
  async function cutPower(program: { stop: (signal: 'SIGKILL') => Promise<void> }) {
    const { pid } = await installation.postgres();
    const backends = childrenOf(pid);
    await program.stop('SIGKILL');
    for (const each of [pid, ...backends]) killNow(each);
    await waitFor(() => [pid, ...backends].every(isGone), { what: 'the end of Postgres' });
    const log = mkdtempSync(join(installation.root, 'log-'));
    cpWithOwners(join(cluster, 'pg_wal'), log);
    rmSync(cluster, { recursive: true });
    cpWithOwners(`${disk}/.`, cluster);
    rmSync(join(cluster, 'pg_wal'), { recursive: true });
    cpWithOwners(join(log, 'pg_wal'), cluster);
  }
  const before = await withPostgres(async () => {
    await becomeOld();
    const client = await connect('postgres');
    await client.query('checkpoint');
    await client.end();
    cpWithOwners(`${cluster}/.`, disk);
    rmSync(join(disk, 'postmaster.pid'));
    return facts();
  });
  await cutPower(await startAndPause());
  expect(await withPostgres(facts)).toEqual(before);
  await cutPower(await completeUpgrade(before.counts));
  const after = await withPostgres(facts);
  expect(after.counts).toEqual(before.counts);
  expect(after.migrations).toEqual(['0001-schema']);
});

describe.skipIf(!canMount)('a disk that is full (skipped: only root can mount a small one)', () => {
  it('in the middle of an upgrade ends the start with a sentence, and the next one completes it', async () => {
    const clusters = join(installation.env.POSTGRES_HOME, 'clusters');
    const kept = mkdtempSync(join(installation.root, 'kept-'));
    cpWithOwners(`${clusters}/.`, kept);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=755', 'tmpfs', clusters]);
    try {
      cpWithOwners(`${kept}/.`, clusters);
      const before = await withPostgres(async () => {
        await becomeOld();
        return facts();
      });
      const program = await startAndPause();
      fill(join(clusters, 'filler'));
      const going = await connect('manoboard', GO_ON);
      expect(await program.exitCode()).toBe(1);
      expect(program.errors()).toMatch(/full|No space left/);
      await going.end().catch(() => {});
      rmSync(join(clusters, 'filler'));
      expect(await withPostgres(facts)).toEqual(before);
      await (await completeUpgrade(before.counts)).stop();
    } finally {
      execFileSync('umount', ['--lazy', clusters]);
    }
  });
});
