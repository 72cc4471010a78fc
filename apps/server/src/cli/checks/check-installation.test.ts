import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@manoboard/domain/time';
import { freePort } from '@manoboard/testkit/free-port';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCertificateFiles } from '../../../test/certificate.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import { openDataDir } from '../../base/data-dir.ts';
import { createUndo } from '../../base/undo.ts';
import { insertRun, updateRun } from '../../wings/installation/backups/backups.repo.ts';
import { checkInstallation } from './check-installation.ts';
import { findingsText } from './finding.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let tls: Awaited<ReturnType<typeof createCertificateFiles>>;
const folder = mkdtempSync(join(tmpdir(), 'manoboard-check-'));
beforeAll(async () => {
  database = await createTestDatabase();
  tls = await createCertificateFiles();
});
afterAll(async () => {
  await database.remove();
  await tls.remove();
  rmSync(folder, { recursive: true });
});

const databaseUrl = () => {
  const { user, password, host, port, database: name } = database.connection;
  return `postgres://${user}:${password}@${host}:${port}/${name}`;
};

/** As lines of level and sentence, by subject. */
async function check(env: Record<string, string>, nowMs = Date.now()) {
  const undo = createUndo();
  const findings = await checkInstallation({ DATA_DIR: folder, ...env }, undefined, undo, nowMs);
  await undo.run();
  const of = (wanted: string) =>
    findings
      .filter(({ subject }) => subject === wanted)
      .map(({ level, sentence }) => `${level}: ${sentence}`);
  return { findings, of };
}

it('a complete installation has no error', async () => {
  const mail = await startMailServer();
  const run = await insertRun(database.db, 'server', new Date());
  await updateRun(database.db, run, { finished_at: new Date(), size_bytes: 1, file: folder });
  const { findings, of } = await check({
    DATABASE_URL: databaseUrl(),
    SMTP_URL: mail.url,
    BACKUP_DIR: folder,
    PUBLIC_URL: 'https://pumps.example.com',
    PORT: String(await freePort()),
    MQTT_PORT: String(await freePort()),
    MQTT_TLS_PORT: String(await freePort()),
    ...tls.env,
  });
  expect(findings.filter(({ level }) => level === 'error')).toEqual([]);
  expect(of('mail')).toEqual([expect.stringMatching(/^ok: The mail server 127\.0\.0\.1:\d+ accepts/)]);
  expect(of('backup')).toEqual(['ok: The last backup is 0 hours old.']);
  expect(of('database')).toEqual([
    expect.stringMatching(/^ok: Postgres \d+/),
    expect.stringMatching(/^ok: The tables are those of this version/),
  ]);
  await mail.stop();
});

it('every error has its sentence: a taken port, a mail server and a database that are away, an expired certificate', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => other.once('listening', done));
  const { port } = other.address() as { port: number };
  const closed = await freePort();
  const { findings, of } = await check(
    {
      DATABASE_URL: `postgres://nobody@127.0.0.1:${closed}/nothing`,
      SMTP_URL: `smtp://127.0.0.1:${closed}`,
      PORT: String(port),
      ...tls.env,
    },
    Date.now() + 4000 * DAY_MS,
  );
  expect(of('ports')[0]).toBe(`error: Port ${port} (PORT) is taken by another program.`);
  expect(of('database')).toEqual([`error: Nothing listens on 127.0.0.1:${closed} (DATABASE_URL).`]);
  expect(of('mail')[0]).toMatch(/^error: The mail server \S+ fails \(refused\)/);
  expect(of('certificate')).toEqual([`error: ${tls.certFile} has expired.`]);
  expect(findingsText(findings)).toMatch(/\n\n4 errors, \d warnings?\.$/);
  other.close();
});

it('a certificate for another name is an error, and so are old and failed backups', async () => {
  const env = {
    DATABASE_URL: databaseUrl(),
    BACKUP_DIR: folder,
    PUBLIC_URL: 'https://other.example',
    ...tls.env,
  };
  const { of } = await check(env, Date.now() + 3 * DAY_MS);
  expect(of('certificate')).toEqual([`error: ${tls.certFile} is not valid for other.example.`]);
  expect(of('backup')).toEqual(['error: The last backup is 72 hours old, and one is due every 24 hours.']);
  const run = await insertRun(database.db, 'server', new Date());
  await updateRun(database.db, run, { finished_at: new Date(), error: 'the disk is full' });
  expect((await check(env)).of('backup')).toEqual(['error: The last backup failed: the disk is full']);
});

it('wrong settings are all named, and nothing else is checked', async () => {
  const { findings } = await check({ PORT: 'eighty', LOG_LEVEL: 'loud' });
  expect(findings.map(({ level, subject }) => `${level} ${subject}`)).toEqual([
    'error settings',
    'error settings',
  ]);
});

it('a running server is asked whether it may write to BACKUP_DIR: its unit may give it less than this program has', async () => {
  const PORT = await freePort();
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'manoboard-check-running-'));
  const close = await openDataDir(DATA_DIR);
  let isWritable = 0;
  const server = createHttpServer((request, response) =>
    response.end(
      request.url === '/metrics'
        ? `manoboard_path_writable{setting="BACKUP_DIR"} ${isWritable}\n`
        : '{"status":"ready"}',
    ),
  ).listen(PORT, '127.0.0.1');
  const env = { DATA_DIR, DATABASE_URL: databaseUrl(), PORT: String(PORT), BACKUP_DIR: folder };
  expect((await check(env)).of('disk')).toContain(
    `error: The server may not write to ${folder} (BACKUP_DIR): its unit needs ReadWritePaths=-${folder} (systemctl edit manoboard), then a restart.`,
  );
  isWritable = 1;
  expect((await check(env)).of('disk').filter((sentence) => sentence.startsWith('error'))).toEqual([]);
  server.close();
  await close();
  rmSync(DATA_DIR, { recursive: true });
});

it('before the first start nothing is created', async () => {
  const { of } = await check({ DATA_DIR: join(folder, 'new') });
  expect(of('database')).toEqual(['ok: The first start sets up the embedded Postgres.']);
  expect(existsSync(join(folder, 'new'))).toBe(false);
});

it('a server without the role link needs no port for boards', async () => {
  const PORT = await freePort();
  const { of } = await check({
    DATABASE_URL: databaseUrl(),
    BUS_URL: `nats://me:secret@127.0.0.1:${await freePort()}`,
    ROLES: 'web,jobs',
    PORT: String(PORT),
  });
  expect(of('ports')).toEqual([`ok: Port ${PORT} (PORT) is free.`]);
  expect(of('settings')).toContain(
    'ok: This server has the roles web, jobs only (ROLES): others must have the rest.',
  );
});
