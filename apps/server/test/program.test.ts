import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aRegistration } from '@manoboard/testkit/factories';
import { startProgram, startServerProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { waitFor } from '@manoboard/testkit/wait-for';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { postgresUser } from '../src/db/postgres/postgres-user.ts';
import { createCertificateFiles } from './certificate.ts';
import { startSilentPostgres } from './silent-postgres.ts';

/** Each test starts the program, some of them with a new database. */
vi.setConfig({ testTimeout: 120_000 });

type Installation = Awaited<ReturnType<typeof createInstallation>>;

let installation: Installation;
beforeEach(async () => {
  installation = await createInstallation(inject('template'));
});
afterEach(() => installation.remove());

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** An empty data folder, for tests of a first start. */
async function beginEmpty() {
  await installation.remove();
  installation = await createInstallation();
}
const start = (env: Record<string, string> = {}) => startServerProgram({ ...installation.env, ...env });
const startUnready = (env: Record<string, string>) =>
  startProgram('apps/server/dist/main.mjs', [], { ...installation.env, ...env });

it('the server starts on an empty folder, with a strict umask and a private TMPDIR, with a code for the first Super Seller; SIGINT ends it with its Postgres', async () => {
  await beginEmpty();
  const own = await mkdtemp(join(tmpdir(), 'manoboard-private-'));
  const umask = process.umask(0o077);
  const server = await start({ TMPDIR: own }).finally(() => process.umask(umask));
  expect((await fetch(`${server.ready.url}/readyz`)).status).toBe(200);
  const { url: page, code } = server.ready.setup ?? {};
  expect(page).toBe(`${server.ready.url}/setup`);
  const setUp = await fetch(`${server.ready.url}/api/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...aRegistration(), code }),
  });
  expect(setUp.status).toBe(201);
  const { pid, connection } = await installation.postgres();
  // Tests in one process hash at the lowest cost; the program must not.
  const db = new Client(connection);
  await db.connect();
  const { rows } = await db.query('select password_hash from app_user');
  await db.end();
  expect(rows).toEqual([{ password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) }]);
  expect(isAlive(pid)).toBe(true);
  await server.stop();
  expect(isAlive(pid)).toBe(false);
  await rm(own, { recursive: true });
});

it('with DATABASE_URL the server uses the Postgres of the operator and leaves it running', async () => {
  const { host, port, user, password } = inject('postgres');
  const admin = new Client({ host, port, user, password, database: 'postgres' });
  await admin.connect();
  await admin.query('create database of_the_operator template template0');
  const server = await start({
    DATABASE_URL: `postgres://${user}:${password}@${host}:${port}/of_the_operator`,
  });
  expect((await fetch(`${server.ready.url}/readyz`)).status).toBe(200);
  await expect(installation.postgres()).rejects.toThrow();
  await server.stop();
  await admin.query('drop database of_the_operator');
  await admin.end();
});

it('a second start on the same DATA_DIR is refused with a sentence; the first server keeps running until its parent process ends', async () => {
  const first = await start();
  const second = startUnready({ PORT: '', MQTT_PORT: '' });
  expect(await second.exitCode()).toBe(1);
  expect(second.errors()).toBe(
    `MaNoBoard is already running on ${installation.env.DATA_DIR}. Stop it first, or set DATA_DIR to another folder.\n`,
  );
  expect((await fetch(`${first.ready.url}/readyz`)).status).toBe(200);
  first.child.disconnect();
  expect(await first.exitCode()).toBe(0);
});

it('Ctrl-C during a start ends all started processes', async () => {
  await beginEmpty();
  const program = startUnready({});
  const { pid } = await waitFor(() => installation.postgres(), { timeoutMs: 60_000, what: 'Postgres' });
  await program.stop();
  await waitFor(() => !isAlive(pid));
});

it('a moved data folder finds its database; without the database the start is refused with a sentence', async () => {
  const first = await start();
  await fetch(`${first.ready.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(aRegistration({ email: 'moved@example.com' })),
  });
  await first.stop();
  const moved = `${installation.env.DATA_DIR}-moved`;
  await rename(installation.env.DATA_DIR, moved);
  const second = await start({ DATA_DIR: moved });
  const login = await fetch(`${second.ready.url}/api/auth/jwt/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'moved@example.com', password: aRegistration().password }),
  });
  expect(login.status).toBe(204);
  await second.stop();
  for (const gone of [installation.env.POSTGRES_HOME, join(moved, 'postgres')])
    await rm(gone, { recursive: true, force: true });
  const third = startUnready({ DATA_DIR: moved });
  expect(await third.exitCode()).toBe(1);
  expect(third.errors()).toMatch(/^The database of .* is missing/);
});

it('a killed Postgres is restarted; a stale lock file with the pid of another process blocks no start', async () => {
  const server = await start();
  const registration = aRegistration({ email: 'kept@example.com' });
  await fetch(`${server.ready.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(registration),
  });
  const { pid } = await installation.postgres();
  const readiness = async () => {
    const response = await fetch(`${server.ready.url}/readyz`);
    return { status: response.status, body: (await response.json()) as object };
  };
  process.kill(pid, 'SIGKILL');
  expect(await waitFor(async () => (await readiness()).status === 503 && readiness())).toMatchObject({
    body: { down: ['database'] },
  });
  await waitFor(async () => (await readiness()).status === 200);
  expect((await installation.postgres()).pid).not.toBe(pid);
  const login = await fetch(`${server.ready.url}/api/auth/jwt/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: registration.email, password: registration.password }),
  });
  expect(login.status).toBe(204);
  const again = (await installation.postgres()).pid;
  await server.stop();
  expect(isAlive(again)).toBe(false);

  const cluster = (await readFile(join(installation.env.DATA_DIR, 'postgres-cluster.txt'), 'utf8')).trim();
  const other = spawn('sleep', ['600'], { ...postgresUser(), stdio: 'ignore' });
  await writeFile(
    join(cluster, 'postmaster.pid'),
    `${other.pid}\n${cluster}\n1\n15432\n\n127.0.0.1\n\nready\n`,
  );
  const next = await start();
  expect((await fetch(`${next.ready.url}/readyz`)).status).toBe(200);
  expect(other.exitCode ?? other.signalCode).toBe(null);
  other.kill();
  await next.stop();
});

it.skipIf(process.getuid?.() !== 0)(
  'a POSTGRES_HOME that the user postgres cannot reach is refused with a sentence that names the closed folder',
  async () => {
    const closed = await mkdtemp(join(tmpdir(), 'manoboard-closed-'));
    const home = join(closed, 'postgres');
    const program = startUnready({ POSTGRES_HOME: home });
    expect(await program.exitCode()).toBe(1);
    expect(program.errors().trim()).toBe(
      `POSTGRES_HOME is ${home}, but the user "postgres" cannot enter ${closed}. Let it in (chmod o+x ${closed}), or set POSTGRES_HOME to another folder.`,
    );
    await rm(closed, { recursive: true });
  },
);

it('the server names all bad settings and does not start', async () => {
  const server = startUnready({ PORT: 'x', LOG_LEVEL: 'loud' });
  expect(await server.exitCode()).toBe(1);
  expect(server.errors().trim().split('\n')).toHaveLength(2);
});

/** As in a unit whose RestrictAddressFamilies has no AF_NETLINK. */
const WITHOUT_NETLINK = `data:text/javascript,${encodeURIComponent(`
  import { syncBuiltinESMExports } from 'node:module';
  import os from 'node:os';
  os.networkInterfaces = () => {
    const code = { code: 'ERR_SYSTEM_ERROR', errno: 97, syscall: 'uv_interface_addresses' };
    throw Object.assign(new Error('Unknown system error 97'), code);
  };
  syncBuiltinESMExports();
`)}`;

describe('a start that fails ends the process', () => {
  it('with a sentence and exit code 1, also by an error that nothing handles', async () => {
    const tls = await createCertificateFiles();
    const env = { ...installation.env, HOST: '0.0.0.0', ...tls.env };
    const program = startProgram('apps/server/dist/main.mjs', [], env, ['--import', WITHOUT_NETLINK]);
    expect(await program.ended()).toBe(1);
    expect(program.errors()).toContain(
      '\nThe service may not read the addresses of this machine: RestrictAddressFamilies of its unit needs AF_NETLINK.\n',
    );
    await expect(installation.postgres()).rejects.toThrow('postmaster.pid');
    await tls.remove();
  });

  it('when Postgres accepts and does not answer, at one host and at several', async () => {
    const postgres = await startSilentPostgres();
    postgres.silence = { of: 'connection' };
    const address = `127.0.0.1:${postgres.port}`;
    const neighbour = await createInstallation();
    const programs = [
      startUnready({ DATABASE_URL: `postgres://manoboard:none@${address}/manoboard` }),
      startUnready({
        ...neighbour.env,
        DATABASE_URL: `postgres://manoboard:none@${address},127.0.0.1:1/manoboard`,
      }),
    ];
    expect(await Promise.all(programs.map((program) => program.ended()))).toEqual([1, 1]);
    expect(programs[0]?.errors()).toBe('The database (DATABASE_URL) does not answer.\n');
    expect(programs[1]?.errors()).toMatch(
      /^The database \(DATABASE_URL\) cannot be reached: none of the hosts/,
    );
    postgres.close();
    await neighbour.remove();
  });
});

describe('a port in use', () => {
  it.each(['PORT', 'MQTT_PORT'] as const)('is refused with a sentence if %s is set', async (name) => {
    const other = createServer().listen(Number(installation.env[name]), '127.0.0.1');
    await once(other, 'listening');
    const server = startUnready({});
    expect(await server.exitCode()).toBe(1);
    expect(server.errors().trim()).toBe(
      `Port ${installation.env[name]} (${name}) is taken by another program.`,
    );
    other.close();
  });

  it('moves to the next free one if it is the default, with a log line', async () => {
    const first = await start({ PORT: '', MQTT_PORT: '' });
    const neighbour = await createInstallation(inject('template'));
    const program = startProgram('apps/server/dist/main.mjs', [], {
      ...neighbour.env,
      PORT: '',
      MQTT_PORT: '',
    });
    const ready = await program.message<{ url: string }>('ready');
    expect(ready.url).not.toBe(first.ready.url);
    expect(program.progress.some((sentence) => /^port \d+ is taken, so PORT is \d+$/.test(sentence))).toBe(
      true,
    );
    await program.stop();
    await first.stop();
    await neighbour.remove();
  });
});
