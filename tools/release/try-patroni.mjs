import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readDatabaseUrl } from '../../apps/server/src/base/database-url.ts';
import { GuardedClient } from '../../apps/server/src/db/guarded-client.ts';
import { root } from '../env/root.mjs';
import { expect, launch, requirePrograms, until } from './trial.mjs';

/**
 * deploy/postgres/patroni.yml on two nodes, each with a network and an address of its own, and an etcd on a third one:
 *   node tools/release/try-patroni.mjs
 * A client of the server writes all the time. The machine of the leader dies twice, then its Patroni alone, and a switchover
 * follows: every commit that was answered is in the database. A node starts again when the client has left it: Patroni on a
 * former primary answers its commits before it stops it. Needs root, and the packages patroni, etcd-server and Postgres.
 */
requirePrograms('patroni', 'etcd', 'unshare', 'ip');
const POSTGRES = '/usr/lib/postgresql';
const version = spawnSync('ls', [POSTGRES], { encoding: 'utf8' }).stdout.trim().split('\n').sort().at(-1);
if (!version) {
  console.log(`There is no Postgres in ${POSTGRES}, so this is not tried.`);
  process.exit(0);
}

/** All of it runs in namespaces of its own: networks, mounts and programs end with it. */
if (!process.env.MANOBOARD_TRIAL) {
  const work = mkdtempSync(join(tmpdir(), 'manoboard-patroni-'));
  chmodSync(work, 0o755);
  const spaces = ['--net', '--pid', '--fork', '--mount', '--mount-proc', '--kill-child'];
  // The shell is process 1: Node would not reap a Postgres that was killed, and Patroni would take it for one that runs.
  const self = ['sh', '-c', '"$@"; exit $?', 'sh', process.execPath, fileURLToPath(import.meta.url)];
  const env = { ...process.env, MANOBOARD_TRIAL: work };
  const child = spawn('unshare', [...spaces, ...self], { stdio: 'inherit', env });
  const status = await new Promise((done) => child.on('exit', done));
  rmSync(work, { recursive: true, force: true });
  process.exit(status ?? 1);
}

const work = process.env.MANOBOARD_TRIAL;
const ip = (...args) => execFileSync('ip', args);
const addressOf = (name) => `10.0.0.3${name.at(-1)}`;
const idOf = (user) => Number(execFileSync('id', ['-u', user], { encoding: 'utf8' }));
const asUser = (user) => ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups'];

function makeNetworks() {
  execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', '/run']);
  for (const folder of ['netns', 'postgresql']) mkdirSync(join('/run', folder));
  ip('link', 'set', 'lo', 'up');
  ip('link', 'add', 'bridge', 'type', 'bridge');
  ip('addr', 'add', '10.0.0.1/24', 'dev', 'bridge');
  ip('link', 'set', 'bridge', 'up');
  for (const name of ['db1', 'db2', 'db3']) {
    ip('netns', 'add', name);
    ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    ip('link', 'set', name, 'master', 'bridge', 'up');
    ip('-n', name, 'addr', 'add', `${addressOf(name)}/24`, 'dev', 'eth0');
    for (const device of ['lo', 'eth0']) ip('-n', name, 'link', 'set', device, 'up');
  }
}

/** The folder of a program, which belongs to its user. */
function makeFolder(name, user) {
  const folder = join(work, name);
  mkdirSync(folder, { mode: 0o700 });
  chownSync(folder, idOf(user), idOf(user));
  return folder;
}

function startEtcd() {
  const url = `http://${addressOf('db3')}`;
  const addresses = Object.entries({
    'listen-peer-urls': `${url}:2380`,
    'initial-advertise-peer-urls': `${url}:2380`,
    'initial-cluster': `db3=${url}:2380`,
    'listen-client-urls': `${url}:2379`,
    'advertise-client-urls': `${url}:2379`,
  }).flatMap(([name, value]) => [`--${name}`, value]);
  const etcd = ['etcd', '--name', 'db3', '--data-dir', makeFolder('etcd', 'etcd'), ...addresses];
  launch('ip', ['netns', 'exec', 'db3', ...asUser('etcd'), ...etcd]);
}

const fileOf = (name) => join(work, `${name}.yml`);

function writeConfig(name) {
  const model = readFileSync(join(root, 'deploy/postgres/patroni.yml'), 'utf8');
  const text = model
    .replace('name: db1', `name: ${name}`)
    .replaceAll('connect_address: 10.0.0.31', `connect_address: ${addressOf(name)}`)
    .replace('/var/lib/postgresql/patroni', join(makeFolder(name, 'postgres'), 'data'))
    .replace(`${POSTGRES}/15`, `${POSTGRES}/${version}`);
  writeFileSync(fileOf(name), text);
}

/** Sockets of Postgres are in a folder of the node alone. */
function startNode(name) {
  const sockets = `mount -t tmpfs -o mode=777 tmpfs /run/postgresql && exec "$@"`;
  const place = ['netns', 'exec', name, 'unshare', '--mount', 'sh', '-c', sockets, 'sh'];
  const clean = ['env', '-i', 'PATH=/usr/sbin:/usr/bin:/sbin:/bin', `HOME=${join(work, name)}`];
  return launch('ip', [...place, ...asUser('postgres'), ...clean, 'patroni', fileOf(name)]);
}

const read = async (name) =>
  (await fetch(`http://${addressOf(name)}:8008/cluster`, { signal: AbortSignal.timeout(2000) })).json();

/** Members by role, as a node sees them. */
async function membersOf(name) {
  const { members } = /** @type {{ members: { name: string, role: string, state: string }[] }} */ (
    await read(name)
  );
  const of = (role) => members.find((member) => member.role === role)?.name;
  return { leader: of('leader'), standby: of('sync_standby') };
}
const isWhole = async () => {
  const { leader, standby } = await membersOf('db1');
  return leader && standby && { leader, standby };
};
const pids = (name) =>
  execFileSync('ip', ['netns', 'pids', name], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter(Boolean)
    .map(Number);
const commandOf = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
};
function kill(wanted) {
  for (const pid of wanted) if (spawnSync('kill', ['-9', String(pid)]).error) throw new Error('kill');
}

async function connect(config) {
  const client = new GuardedClient({ connectionTimeoutMillis: 2000, ...config });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Writes one row after the other with the client of the server. */
function startWriter(url) {
  const answered = [];
  let isStopped = false;
  let lastMs = performance.now();
  let longestMs = 0;
  let client;
  async function write(n) {
    try {
      client ??= await connect(readDatabaseUrl(url));
      await client.query(`insert into trial values (${n})`);
    } catch {
      void client?.end().catch(() => {});
      client = undefined;
      return wait(100);
    }
    answered.push(n);
    longestMs = Math.max(longestMs, performance.now() - lastMs);
    lastMs = performance.now();
    return wait(5);
  }
  async function writeAll() {
    for (let n = 1; !isStopped; n++) await write(n);
    await client?.end();
  }
  const writing = writeAll();
  return {
    answered,
    /** The longest time without an answer since the last call. */
    takeLongestS() {
      const seconds = (longestMs / 1000).toFixed(1);
      longestMs = 0;
      return seconds;
    },
    async stop() {
      isStopped = true;
      await writing;
    },
  };
}

makeNetworks();
startEtcd();
for (const name of ['db1', 'db2']) writeConfig(name);
let nodes = { db1: startNode('db1'), db2: startNode('db2') };
const outputs = () => `${nodes.db1.output()}\n${nodes.db2.output()}`;
try {
  await until(isWhole, 'a leader and a synchronous standby');
  const { leader: first } = await membersOf('db1');
  const admin = await connect({ host: addressOf(first), user: 'postgres', password: 'change this' });
  await admin.query("create role manoboard login password 'trial'");
  await admin.query('create database manoboard owner manoboard');
  await admin.end();
  const url = 'postgres://manoboard:trial@10.0.0.31:5432,10.0.0.32:5432/manoboard';
  const db = await connect(readDatabaseUrl(url));
  await db.query('create table trial (n int primary key)');
  await db.end();
  const writer = startWriter(url);

  async function fail(what, choose) {
    const { leader, standby } = await until(isWhole, 'a whole cluster');
    writer.takeLongestS();
    kill(pids(leader).filter((pid) => choose(commandOf(pid))));
    await until(async () => (await membersOf(standby)).leader === standby, `${standby} as the leader`);
    const before = writer.answered.length;
    await until(() => writer.answered.length > before + 500, 'commits that are answered');
    console.log(`ok  ${what}: commits are answered again, after at most ${writer.takeLongestS()} s.`);
    nodes = { ...nodes, [leader]: startNode(leader) };
    await until(isWhole, `${leader} as the standby`);
  }
  const isPatroni = (command) => /patroni \S+\.yml/.test(command);
  await fail('The machine of the leader dies', () => true);
  await fail('The machine of the other one dies', () => true);
  await fail('Patroni of the leader is killed', isPatroni);
  const { leader, standby } = await until(isWhole, 'a whole cluster');
  const place = ['netns', 'exec', 'db3', 'patronictl', '-c', fileOf('db1')];
  execFileSync('ip', [...place, 'switchover', 'manoboard', '--force'], { stdio: 'ignore' });
  await until(async () => (await membersOf(leader)).leader === standby, 'the switchover');
  await until(isWhole, 'a whole cluster');
  console.log(`ok  A switchover: commits are answered after at most ${writer.takeLongestS()} s.`);
  await writer.stop();
  const reader = await connect(readDatabaseUrl(url));
  const { rows } = await reader.query('select n from trial');
  await reader.end();
  const stored = new Set(rows.map(({ n }) => n));
  const lost = writer.answered.filter((n) => !stored.has(n));
  expect(lost.length === 0, `All ${writer.answered.length} answered commits are there.`, `lost: ${lost}`);
} catch (error) {
  console.error(outputs().slice(-4000));
  console.error(error);
  process.exitCode = 1;
}
process.exit();
