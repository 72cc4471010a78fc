import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { root } from '../env/root.mjs';
import { expect, freePort, launch, requirePrograms, until } from './trial.mjs';

/**
 * Builds the image from a Debian package and starts it, with buildah alone and without a network:
 *   node tools/release/try-image.mjs release/manoboard_VERSION_amd64.deb [BASE]
 * The first start serves, a second one on the same volume is refused, SIGTERM ends the first with exit code 0. BASE is a
 * folder by `debootstrap --variant=minbase`; without it debootstrap makes one. Needs root.
 */
const [deb = '', given] = process.argv.slice(2);
const USER = 10_001;
const ENTRY = '/usr/lib/manoboard/entry';

requirePrograms('buildah', ...(given ? [] : ['debootstrap']));

const work = mkdtempSync(join(tmpdir(), 'manoboard-image-'));
const store = ['--root', join(work, 'store'), '--runroot', join(work, 'run'), '--storage-driver', 'vfs'];
const buildah = (...args) =>
  execFileSync('buildah', [...store, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();

function makeBase() {
  const folder = given ?? join(work, 'base');
  if (!given) execFileSync('debootstrap', ['--variant=minbase', 'bookworm', folder], { stdio: 'inherit' });
  const container = buildah('from', 'scratch');
  buildah('add', '-q', container, folder, '/');
  buildah('commit', '-q', container, 'localhost/base');
  return 'localhost/base';
}

/** In a container of its own; all of them have one volume. */
async function start(volume, ...args) {
  const container = buildah('from', 'localhost/manoboard');
  const ports = { PORT: await freePort(), MQTT_PORT: await freePort(), MQTT_TLS_PORT: await freePort() };
  const env = Object.entries(ports).flatMap(([name, port]) => ['--env', `${name}=${port}`]);
  const place = ['--isolation', 'chroot', '--user', `${USER}:${USER}`, '-v', `${volume}:/data`];
  const program = launch('buildah', [...store, 'run', ...place, ...env, container, '--', ENTRY, ...args]);
  return { ...program, ports };
}

/** The shell that is process 1 of a container; here it has another number. */
const findEntry = () =>
  Number(spawnSync('pgrep', ['-u', String(USER), '-f', `^/bin/sh ${ENTRY}$`], { encoding: 'utf8' }).stdout);

try {
  if (!existsSync(deb)) throw new Error('Name a Debian package that npm run cli -- release has written.');
  const context = join(work, 'context');
  mkdirSync(context);
  cpSync(resolve(deb), join(context, basename(deb)));
  cpSync(join(root, 'deploy/container/entry'), join(context, 'entry'));
  const base = makeBase();
  const values = ['--build-arg', `BASE=${base}`, '--build-arg', `DEB=${basename(deb)}`];
  const file = join(root, 'deploy/container/Containerfile');
  buildah(
    ...['build', '--isolation', 'chroot', '--format', 'docker', ...values],
    ...['--tag', 'localhost/manoboard', '--file', file, context],
  );
  const volume = join(work, 'volume');
  mkdirSync(volume, { mode: 0o700 });
  chownSync(volume, USER, USER);

  const first = await start(volume);
  await until(() => first.output().includes('"msg":"ready"'), 'the image');
  console.log('ok  The image starts, as a user of its own.');
  const { status } = await fetch(`http://127.0.0.1:${first.ports.PORT}/readyz`);
  expect(status === 200, 'It serves.');
  const second = await start(volume);
  expect((await second.exited) === 1, 'A second container on its volume is refused.', second.output());
  expect(second.output().includes('already running'), 'It says why.', second.output());
  process.kill(findEntry(), 'SIGTERM');
  expect((await first.exited) === 0, 'SIGTERM ends the first with exit code 0.', first.output());
} finally {
  spawnSync('buildah', [...store, 'rm', '--all'], { stdio: 'ignore' });
  rmSync(work, { recursive: true, force: true });
}
