import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { root } from '../env/root.mjs';

/**
 * Writes the database of an older version as it was: that version runs its demo on a Postgres of Debian, which is dumped.
 *   node tools/release/write-database-fixture.mjs COMMIT apps/server/test/fixtures/databases/NAME.sql.gz
 * Run once for each released version; the result is committed and never written again.
 */
const [commit = 'HEAD', target = ''] = process.argv.slice(2);
const START_MS = 600_000;
/** Time for frames of each board. */
const RUN_MS = 30_000;

/** Nobody has the key of the encrypted secrets. */
const AS_REAL = `
update public.installation set kind = 'real', secret_check = null;
delete from public.push_key;
`;

const folder = mkdtempSync(join(tmpdir(), 'manoboard-fixture-'));
chmodSync(folder, 0o755);
const source = join(folder, 'source');
const cluster = join(folder, 'cluster');
const data = join(folder, 'data');
const version = readdirSync('/usr/lib/postgresql').sort().at(-1) ?? '';
const bin = (name) => join('/usr/lib/postgresql', version, 'bin', name);

/** Postgres refuses root. */
const isRoot = process.getuid?.() === 0;
const runAsPostgres = (name, ...args) => {
  const options = { cwd: '/', maxBuffer: 1e9 };
  return isRoot
    ? execFileSync('runuser', ['-u', 'postgres', '--', bin(name), ...args], options)
    : execFileSync(bin(name), args, options);
};

const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => done(port));
    });
  });

function unpack() {
  mkdirSync(source);
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1e9 });
  execFileSync('tar', ['-x', '-C', source], { input: archive });
}

async function runDemo(url) {
  const env = { ...process.env, DATABASE_URL: url, DATA_DIR: data, DEMO: '1', DEMO_HISTORY_DAYS: '0' };
  const [PORT, MQTT_PORT] = [String(await freePort()), String(await freePort())];
  const { scripts } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  const [command, ...args] = scripts.start.split(' ');
  const program = spawn(command, args, {
    cwd: source,
    env: { ...env, PORT, MQTT_PORT },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((done) => program.on('exit', done));
  const started = new Promise((done, fail) => {
    let output = '';
    program.stdout.on('data', (chunk) => {
      process.stdout.write(chunk);
      output += chunk;
      if (output.includes(`127.0.0.1:${PORT}`)) done(undefined);
    });
    void ended.then(() => fail(new Error(`${commit} did not start.`)));
    setTimeout(() => fail(new Error(`${commit} did not start in time.`)), START_MS).unref();
  });
  try {
    await started;
    await wait(RUN_MS);
  } finally {
    program.kill('SIGTERM');
    await ended;
  }
}

try {
  unpack();
  mkdirSync(cluster, { mode: 0o700 });
  if (isRoot) execFileSync('chown', ['postgres', cluster]);
  const port = await freePort();
  runAsPostgres('initdb', '-D', cluster, '-U', 'manoboard', '-E', 'UTF8', '--locale=C', '--auth=trust');
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
  runAsPostgres('pg_ctl', '-D', cluster, '-o', settings, '-l', join(cluster, 'log'), '-w', 'start');
  try {
    const url = `postgres://manoboard@127.0.0.1:${port}/manoboard`;
    runAsPostgres('createdb', '-h', '127.0.0.1', '-p', String(port), '-U', 'manoboard', 'manoboard');
    await runDemo(url);
    const form = ['--no-owner', '--no-privileges', '--inserts', '--rows-per-insert=200'];
    const dump = runAsPostgres('pg_dump', ...form, url).toString();
    // Lines of psql, and a setting that older versions of Postgres do not have.
    const plain = dump.replaceAll(/^(\\(un)?restrict .*|SET transaction_timeout.*)$/gm, '');
    // The bytes of firmware are most of a dump.
    const sql = plain.replaceAll(/'\\x([0-9a-f]{64})[0-9a-f]{2000,}'/g, String.raw`'\x$1'`);
    // An upgrade deletes rows of a demo: these are those of a real installation. The hashes of the audit log no longer fit.
    const real = sql.replaceAll('@demo.local', '@example.com').replaceAll('MNB-DE0', 'MNB-AE0') + AS_REAL;
    const file = resolve(process.env.INIT_CWD ?? '.', target);
    writeFileSync(file, gzipSync(real, { level: 9 }));
  } finally {
    runAsPostgres('pg_ctl', '-D', cluster, '-m', 'fast', '-w', 'stop');
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
