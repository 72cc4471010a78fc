import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Role, SESSION_COOKIE } from '@manoboard/contract/account/account';
import type { Registration } from '@manoboard/contract/account/credentials';
import { connectBoard } from '@manoboard/testkit/board-client';
import { aRegistration } from '@manoboard/testkit/factories';
import { freePort } from '@manoboard/testkit/free-port';
import { pino } from 'pino';
import { startServer } from '../src/app.ts';
import { readConfig } from '../src/base/config.ts';
import { PACKAGE_DIR } from '../src/package-dir.ts';
import { hashPassword } from '../src/wings/auth/password.ts';
import { hashToken, newToken } from '../src/wings/auth/token.ts';
import { hashSecret } from '../src/wings/devices/devices.service.ts';
import { createBrowser } from './browser.ts';
import { createTestDatabase } from './database.ts';

interface WorldOptions {
  env?: Record<string, string>;
  /** A proxy to Postgres that a test can close, for the server alone. */
  via?: { host: string; port: number };
  now?: () => number;
  /** `trace`: the log keeps every line of every level. */
  logLevel?: 'warn' | 'trace';
}

/** Built by the set-up of the tests. */
const READER = join(PACKAGE_DIR, 'dist', 'reader-thread.mjs');
export const TEST_SECRET_KEY = 'the-key-of-all-servers-in-the-tests';
const SESSION_MS = 12 * 3_600_000;

const hashes = new Map<string, Promise<string>>();
/** A hash takes 25 ms of a core; most accounts of the tests have the same password. */
function hashOnce(password: string): Promise<string> {
  const known = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, known);
  return known;
}

/** The whole server in this process, on a database of its own, with the real broker. */
export async function startWorld({ env = {}, now = Date.now, via, logLevel = 'warn' }: WorldOptions = {}) {
  const { db, connection, remove } = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'manoboard-world-'));
  const warnings: string[] = [];
  const log = pino(
    { level: logLevel },
    { write: (line) => void ((logLevel === 'trace' || warnings.length < 1000) && warnings.push(line)) },
  );
  /** What the world knows of passwords, cookies and board secrets: the log of no test holds one. */
  const secrets = new Set<string>();

  const disk = { freeBytes: 1e12, totalBytes: 1e12 };
  const start = async (folder = dataDir, more: Record<string, string> = {}) => {
    const [port, mqttPort] = [await freePort(), await freePort()];
    const config = readConfig({
      DATA_DIR: folder,
      PORT: `${port}`,
      MQTT_PORT: `${mqttPort}`,
      LOGINS_PER_MINUTE: '10000',
      // A second server on the database has a folder of its own.
      SECRET_KEY: TEST_SECRET_KEY,
      // The second factor has tests of its own.
      REQUIRE_2FA: 'none',
      ...env,
      ...more,
    });
    const way = { ...connection, ...via };
    return startServer({
      config,
      connection: way,
      log,
      now,
      probeDisk: async () => disk,
      isScheduled: false,
      readerFile: READER,
    });
  };
  let server = await start();
  let boards = 0;

  return {
    db,
    connection,
    dataDir,
    /** The first lines of the log, as JSON. */
    warnings,
    /** Free space that the disk watch reads. */
    disk,
    /** Settings of the next start. */
    env,
    get server() {
      return server;
    },
    /** Stops the server and starts it on the same database. */
    async restart() {
      await server.stop();
      server = await start();
    },
    /** Another server on the same database, as behind a load balancer; the test stops it. */
    async startSecond(more: Record<string, string> = {}) {
      const folder = await mkdtemp(join(dataDir, 'second-'));
      const second = await start(folder, more);
      return {
        stop: () => second.stop(),
        reportOutage: second.reportOutage,
        url: second.url,
        dataDir: folder,
        mqttUrl: second.mqttUrl,
        /** The same session at the second server. */
        browser({ cookies }: Pick<ReturnType<typeof createBrowser>, 'cookies'>) {
          const browser = createBrowser(second.url);
          for (const [name, value] of cookies) browser.cookies.set(name, value);
          return browser;
        },
      };
    },
    /** A browser that is not logged in. */
    browser: () => createBrowser(server.url),

    /**
     * An account with these roles, logged in, its e-mail confirmed. Its rows are written directly: the registration
     * and the login have tests of their own, and take two password hashes and a mail.
     */
    async user(change: Partial<Registration> = {}, roles: Role[] = []) {
      const {
        password,
        terms_accepted: _,
        locale = null,
        ...account
      } = aRegistration({
        email: `${randomUUID().slice(0, 8)}@example.com`,
        ...change,
      });
      const created = new Date(now());
      const { id } = await db
        .insertInto('app_user')
        .values({
          ...account,
          phone_number: account.phone_number || null,
          password_hash: await hashOnce(password),
          terms_accepted_at: created,
          email_confirmed_at: created,
          personalization: JSON.stringify({ card_order: [], theme_colour: null, locale }),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      for (const role of roles) await db.insertInto('user_role').values({ user_id: id, role }).execute();
      const token = newToken();
      secrets.add(password).add(token);
      const expires_at = new Date(now() + SESSION_MS);
      const session = {
        id: hashToken(token),
        user_id: id,
        is_remembered: false,
        user_agent: null,
        created_at: created,
        last_used_at: created,
        expires_at,
        // Calls that need a proof of identity have a test of their own.
        proved_at: created,
      };
      await db.insertInto('session').values(session).execute();
      const browser = createBrowser(server.url);
      browser.cookies.set(SESSION_COOKIE, token);
      return Object.assign(browser, { id, email: account.email, password });
    },

    /** A board that is known to the server, of this owner if given. */
    async enrol(ownerId?: number) {
      const deviceId = `MNB-T${(++boards).toString().padStart(4, '0')}`;
      const secret = randomBytes(12).toString('hex');
      secrets.add(secret);
      const { id } = await db
        .insertInto('device')
        .values({ id_dev: deviceId, secret_hash: hashSecret(secret) })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (ownerId !== undefined)
        await db
          .insertInto('user_device')
          // R4.3c: the tenure begins before any event of a test.
          .values({ user_id: ownerId, device_id: id, access: 'owner', created_at: new Date(0) })
          .execute();
      const connect = (change: Partial<Parameters<typeof connectBoard>[0]> = {}) =>
        connectBoard({ url: server.mqttUrl, deviceId, secret, ...change });
      return { id, deviceId, secret, connect };
    },

    async stop() {
      await server.stop();
      await remove();
      await rm(dataDir, { recursive: true, force: true });
      const lines = warnings.join('');
      for (const secret of secrets)
        if (lines.includes(secret)) throw new Error(`the log of this test holds the secret ${secret}`);
    },
  };
}
export type World = Awaited<ReturnType<typeof startWorld>>;
