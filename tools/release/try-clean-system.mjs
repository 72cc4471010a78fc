import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, isReady, launch, requirePrograms, until } from './trial.mjs';

/**
 * A release on a clean Debian without Node and without a network:
 *   node tools/release/try-clean-system.mjs release [x64|arm64] [BASE]
 * The archive is unpacked and serves the demo; `try-package.mjs` tries the package. BASE is a folder by `debootstrap --variant=minbase`
 * (for arm64 with --foreign); without it debootstrap makes one. On a machine of another kind arm64 runs under qemu-user-static. Needs root.
 */
const [folder = 'release', arch = process.arch, given] = process.argv.slice(2);
const DEBIAN = { x64: 'amd64', arm64: 'arm64' }[arch] ?? '';
const isForeign = arch !== process.arch;
const READY_S = isForeign ? 900 : 180;

/** All of it runs in namespaces of its own: the network has nothing but loopback, and mounts and qemu end with it. */
if (!process.env.MANOBOARD_TRIAL) {
  requirePrograms('debootstrap', 'unshare', 'ip', ...(isForeign ? ['qemu-aarch64-static'] : []));
  const work = mkdtempSync(join(tmpdir(), 'manoboard-clean-'));
  const base = join(work, 'system');
  const kind = isForeign ? [`--arch=${DEBIAN}`, '--foreign'] : [];
  if (given) execFileSync('cp', ['-a', given, base]);
  else execFileSync('debootstrap', [...kind, '--variant=minbase', 'bookworm', base], { stdio: 'inherit' });
  const spaces = ['--net', '--pid', '--fork', '--mount', '--mount-proc', '--kill-child'];
  const self = [process.execPath, fileURLToPath(import.meta.url), folder, arch, base];
  const env = { ...process.env, MANOBOARD_TRIAL: '1' };
  const begin = ['sh', '-c', 'until [ -n "$(cat /proc/self/gid_map)" ]; do sleep 0.1; done; exec "$@"', 'sh'];
  const child = spawn('unshare', ['--user', ...spaces, ...begin, ...self], { stdio: 'inherit', env });
  const ended = new Promise((done) => child.on('exit', done));
  // Users keep their numbers; a namespace without this has none.
  const outside = readlinkSync('/proc/self/ns/user');
  await until(() => readlinkSync(`/proc/${child.pid}/ns/user`) !== outside, 'the namespace');
  for (const map of ['uid_map', 'gid_map']) writeFileSync(`/proc/${child.pid}/${map}`, '0 0 65536');
  const status = await ended;
  rmSync(work, { recursive: true, force: true });
  process.exit(status ?? 1);
}

const system = given ?? '';
const end = `-linux-${arch}.tar.gz`;
const name = readdirSync(folder).find((each) => /^manoboard-\d/.test(each) && each.endsWith(end));
if (!name) throw new Error(`There is no file …${end} in ${folder}: npm run cli -- release writes it.`);
const archive = resolve(folder, name);
const PATH = '/usr/sbin:/usr/bin:/sbin:/bin';
/** @returns {[string, string[]]} */
const inside = (...command) => ['chroot', [system, ...command]];
const call = (...command) => {
  const { status, stdout, stderr } = spawnSync(...inside(...command), {
    encoding: 'utf8',
    env: { PATH, LC_ALL: 'C' },
  });
  return { status, output: stdout + stderr };
};

/** Programs of the other kind run by qemu, in this user namespace alone. */
function useQemu() {
  execFileSync('mount', ['-t', 'binfmt_misc', 'binfmt_misc', '/proc/sys/fs/binfmt_misc']);
  const rule = readFileSync('/usr/lib/binfmt.d/qemu-aarch64.conf', 'latin1').trim();
  writeFileSync('/proc/sys/fs/binfmt_misc/register', rule, 'latin1');
  // Its packages are unpacked and not set up, which would take an hour under qemu.
  writeFileSync(
    join(system, 'etc/passwd'),
    'root:x:0:0::/root:/bin/sh\npump:x:1000:1000::/home/pump:/bin/sh\n',
  );
  writeFileSync(join(system, 'etc/group'), 'root:x:0:\npump:x:1000:\n');
  execFileSync('install', ['-d', '-o', '1000', '-g', '1000', join(system, 'home/pump')]);
}

const ports = { PORT: '8080', MQTT_PORT: '1883' };

async function serve(command, env, sentence) {
  const server = launch(...inside(...command), { env: { PATH, ...env } });
  const began = Date.now();
  let hasEnded = false;
  void server.exited.then(() => {
    hasEnded = true;
  });
  await until(async () => hasEnded || (await isReady(env)), sentence, READY_S).catch(() => {});
  if (hasEnded || !(await isReady(env).catch(() => false)))
    throw new Error(`Failed: ${sentence}\n${server.output()}`);
  expect(true, `${sentence} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  return server;
}

execFileSync('ip', ['link', 'set', 'lo', 'up']);
for (const device of ['null', 'zero', 'random', 'urandom', 'tty']) {
  const path = join(system, 'dev', device);
  if (!existsSync(path)) writeFileSync(path, '');
  execFileSync('mount', ['--bind', `/dev/${device}`, path]);
}
execFileSync('mkdir', ['-p', join(system, 'dev/shm'), join(system, 'srv/trial')]);
execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', join(system, 'dev/shm')]);
execFileSync('mount', ['-t', 'proc', 'proc', join(system, 'proc')]);
if (isForeign) useQemu();
cpSync(archive, join(system, 'srv/trial', name));

expect(call('sh', '-c', '! command -v node && ! command -v npm').status === 0, 'The system has no Node.');
const lines = readFileSync('/proc/net/dev', 'utf8').trim().split('\n').slice(2);
expect(lines.length === 1 && /^\s*lo:/.test(lines[0] ?? ''), 'It has loopback alone.', lines.join('\n'));
if (!isForeign) call('useradd', '--create-home', 'pump');
const asPump = (script) => ['setpriv', '--reuid=pump', '--regid=pump', '--clear-groups', 'sh', '-c', script];
const unpacked = call(...asPump(`cd /home/pump && tar -xzf /srv/trial/${name}`));
expect(unpacked.status === 0, `tar unpacks ${name}.`, unpacked.output);
const place = `/home/pump/${name.replace('.tar.gz', '')}`;
const demo = await serve(
  asPump(`cd ${place} && exec ./manoboard start`),
  { ...ports, HOME: '/home/pump' },
  './manoboard start serves the demo',
);
const read = async (path) => (await fetch(`http://127.0.0.1:8080${path}`)).text();
expect((await read('/')).includes('<title>'), 'It serves the console.');
const connected = async () => Number(/^manoboard_boards_connected (\d+)/m.exec(await read('/metrics'))?.[1]);
expect(await until(connected, 'boards', READY_S), 'Simulated boards are connected.');
expect((await demo.stop()) === 0, 'SIGTERM ends it with exit code 0.', demo.output());
