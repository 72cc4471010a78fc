import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startProgram, startServerProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { waitFor } from '@manoboard/testkit/wait-for';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';

/** Each test starts the program. */
vi.setConfig({ testTimeout: 120_000 });

const MAIN = 'apps/server/dist/main.mjs';
const START = { timeoutMs: 60_000, what: 'the start' };
/** Namespaces of a container. One test shares the network, so that it can send requests to the server. */
const OTHER_PROCESSES = ['--pid', '--ipc', '--mount', '--fork', '--mount-proc', '--kill-child'];
const CONTAINER = ['--net', ...OTHER_PROCESSES];
const areNamespacesAllowed = spawnSync('unshare', [...CONTAINER, 'true']).status === 0;

let installation: Awaited<ReturnType<typeof createInstallation>>;
beforeEach(async () => {
  installation = await createInstallation(inject('template'));
});
afterEach(() => installation.remove());

const refusal = () =>
  `MaNoBoard is already running on ${installation.env.DATA_DIR}. Stop it first, or set DATA_DIR to another folder.\n`;

/** The process with this command line below another one, by its id outside of the namespace. */
async function findDescendant(parent: number, command: string): Promise<number | undefined> {
  const children = (await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8').catch(() => '')).trim();
  for (const pid of children.split(' ').filter(Boolean).map(Number)) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (line.includes(command) && !line.startsWith('sh')) return pid;
    const below = await findDescendant(pid, command);
    if (below !== undefined) return below;
  }
  return undefined;
}

describe.skipIf(!areNamespacesAllowed)('two containers with one volume', () => {
  const containers: ChildProcess[] = [];
  function startContainer(namespaces: string[], ...command: string[]) {
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, LOG_LEVEL: 'error', ...installation.env };
    const child = spawn('unshare', [...namespaces, ...command], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let errors = '';
    child.stderr?.on('data', (chunk) => {
      errors += chunk;
    });
    containers.push(child);
    return { child, exit: once(child, 'exit'), errors: () => errors };
  }
  afterEach(async () => {
    for (const child of containers.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });

  it('the server of the second container is refused, and the first one keeps its Postgres', async () => {
    const first = await startServerProgram(installation.env);
    const { pid } = await installation.postgres();
    const second = startContainer(CONTAINER, process.execPath, MAIN);
    expect((await second.exit)[0]).toBe(1);
    // A service has one format for all of its lines.
    expect(JSON.parse(second.errors())).toMatchObject({ level: 60, msg: refusal().trim() });
    expect((await installation.postgres()).pid).toBe(pid);
    expect((await fetch(`${first.ready.url}/readyz`)).status).toBe(200);
    await first.stop();
  });

  it('a Postgres that outlived its server in one container keeps the other one from starting a second on its cluster', async () => {
    const first = startContainer(OTHER_PROCESSES, 'sh', '-c', `${process.execPath} ${MAIN}; sleep 600`);
    const url = `http://127.0.0.1:${installation.env.PORT}/readyz`;
    await waitFor(() => fetch(url).then(({ ok }) => ok), START);
    const server = await findDescendant(first.child.pid ?? 0, MAIN);
    process.kill(server ?? Number.NaN, 'SIGKILL');
    // A killed process holds its locks until the kernel has ended it.
    await waitFor(() => !existsSync(`/proc/${server}`));
    const pidFile = await installation.postgres();
    const second = startProgram(MAIN, [], installation.env);
    expect(await second.exitCode()).toBe(1);
    expect(second.errors()).toMatch(/^Another Postgres has the database in \S+ open/);
    expect((await installation.postgres()).pid).toBe(pidFile.pid);
    first.child.kill('SIGKILL');
    await first.exit;
    const third = await startServerProgram(installation.env);
    expect((await fetch(`${third.ready.url}/readyz`)).status).toBe(200);
    await third.stop();
  });
});

it('a server that was killed with -9 starts again at once, although its Postgres still runs', async () => {
  const killed = await startServerProgram(installation.env);
  await killed.stop('SIGKILL');
  const next = await startServerProgram(installation.env);
  expect(next.progress).toContain('ended a Postgres that an earlier start had left behind');
  await next.stop();
  expect(await readdir(installation.env.DATA_DIR)).toContain('server.lock');
});

describe('a database of the operator', () => {
  it('serves one server: a second one is refused with a sentence, and starts at once after the first was killed with -9', async () => {
    const { host, port, user, password } = inject('postgres');
    const admin = new Client({ host, port, user, password, database: 'postgres' });
    await admin.connect();
    await admin.query('create database of_one_server template template1');
    const DATABASE_URL = `postgres://${user}:${password}@${host}:${port}/of_one_server`;
    const neighbour = await createInstallation();
    const first = await startServerProgram({ ...installation.env, DATABASE_URL });
    const refused = startProgram(MAIN, [], { ...neighbour.env, DATABASE_URL });
    expect(await refused.exitCode()).toBe(1);
    expect(refused.errors()).toBe(
      'Another MaNoBoard server uses this database (DATABASE_URL), and only one may without a bus. Stop it first, or set BUS_URL on both.\n',
    );
    expect((await fetch(`${first.ready.url}/readyz`)).status).toBe(200);
    await first.stop('SIGKILL');
    const foreign = startProgram(MAIN, [], { ...neighbour.env, DATABASE_URL });
    expect(await foreign.exitCode()).toBe(1);
    expect(foreign.errors()).toContain('has encrypted secrets, and this server has no key for them. Copy');
    const wrong = startProgram(MAIN, [], { ...neighbour.env, DATABASE_URL, SECRET_KEY: 'x'.repeat(32) });
    expect(await wrong.exitCode()).toBe(1);
    expect(wrong.errors()).toContain('were encrypted with another key. Copy');
    const SECRET_KEY_FILE = join(installation.env.DATA_DIR, 'secrets', 'secret-key');
    const second = await startServerProgram({ ...neighbour.env, DATABASE_URL, SECRET_KEY_FILE });
    // The lock is taken again when its connection was cut.
    const { rowCount } = await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'manoboard lock' and datname = 'of_one_server'`,
    );
    expect(rowCount).toBe(1);
    await waitFor(async () => {
      const { rows } = await admin.query(
        `select from pg_locks join pg_database on pg_database.oid = pg_locks.database
        where datname = 'of_one_server' and locktype = 'advisory' and objsubid = 1 and granted and pid in
          (select pid from pg_stat_activity where application_name = 'manoboard lock')`,
      );
      return rows.length === 1;
    });
    await second.stop();
    await admin.query('drop database of_one_server');
    await admin.end();
    await neighbour.remove();
  });
});
