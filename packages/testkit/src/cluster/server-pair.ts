import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../free-port.ts';
import { startNats } from '../nats.ts';
import { startPostgresPair } from '../postgres-pair.ts';
import { startServerProgram } from '../program.ts';
import { startBalancer } from './balancer.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** Settings of a server; folders and ports are those of `createInstallation`. */
interface Env extends Record<string, string> {
  DATA_DIR: string;
  POSTGRES_HOME: string;
  PORT: string;
  MQTT_PORT: string;
}

/** Mails as files, which operators of several servers would not use. */
const SHARED_FOLDERS = ['mail', 'demo-mail'];

/** The folder of the second server: the same secrets and demo files, and one folder of mails. */
async function copyDataDir(dataDir: string): Promise<string> {
  const copy = `${dataDir}-2`;
  await rm(copy, { recursive: true, force: true });
  await mkdir(copy);
  for (const name of await readdir(dataDir))
    if (!/^postgres|lock|^compile-cache/.test(name) && !SHARED_FOLDERS.includes(name))
      await promisify(execFile)('cp', ['-a', join(dataDir, name), copy]);
  for (const name of SHARED_FOLDERS) {
    await mkdir(join(dataDir, name), { recursive: true });
    await symlink(join(dataDir, name), join(copy, name));
  }
  return copy;
}

/** The first start makes the database. */
async function prepare(env: Env): Promise<void> {
  if (existsSync(join(env.DATA_DIR, 'database-name.txt'))) return;
  await (await startServerProgram(env)).stop();
}

/**
 * Two servers behind haproxy in the place of one, on its ports, its folder and its database: connections of boards and
 * requests of pages go to either. A signal reaches the whole machine: both servers and haproxy.
 */
async function startServerPair(env: Env) {
  await prepare(env);
  const postgres = await startPostgresPair({ env }, [], { hasStandby: false });
  const nats = await startNats();
  const url = `http://127.0.0.1:${env.PORT}`;
  const common = {
    ...env,
    DATABASE_URL: postgres.url,
    BUS_URL: nats.url,
    PUBLIC_URL: url,
    TRUSTED_PROXIES: '127.0.0.1',
    MQTT_CONNECTIONS_PER_ADDRESS: '100000',
  };
  const start = async (SERVER_ID: string, DATA_DIR: string) => {
    const [httpPort, mqttPort] = [await freePort(), await freePort()];
    const ports = { PORT: String(httpPort), MQTT_PORT: String(mqttPort) };
    return {
      program: await startServerProgram({ ...common, ...ports, SERVER_ID, DATA_DIR }),
      httpPort,
      mqttPort,
    };
  };
  // One after the other: the first one migrates.
  const servers = [await start('one', env.DATA_DIR)];
  servers.push(await start('two', await copyDataDir(env.DATA_DIR)));
  const balancer = await startBalancer(ROOT, env.DATA_DIR, servers, {
    httpPort: Number(env.PORT),
    mqttPort: Number(env.MQTT_PORT),
  });
  const [first] = servers;
  if (!first) throw new Error('a pair has two servers');
  return {
    /** Tools beside the servers find the database by it. */
    env: { ...env, DATABASE_URL: postgres.url },
    ready: { ...first.program.ready, url, mqttUrl: balancer.mqttUrl },
    signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
      for (const { program } of servers) program.child.kill(signal);
      balancer.signal(signal);
    },
    async stop(signal?: NodeJS.Signals): Promise<void> {
      await Promise.all(servers.map(({ program }) => program.stop(signal)));
      await balancer.stop();
      await nats.stop();
      await postgres.stop();
    },
  };
}

/** The server of a browser test: one, or with `SERVERS=2` two behind a balancer. */
export async function startServers(env: Env) {
  if (process.env.SERVERS === '2') return startServerPair(env);
  const { ready, child, stop } = await startServerProgram(env);
  return { env, ready, signal: (signal: 'SIGSTOP' | 'SIGCONT') => void child.kill(signal), stop };
}
