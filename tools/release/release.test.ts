import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../env/root.mjs';
import { debName, stageDeb, writeDeb } from './deb.mjs';
import { stage } from './stage.mjs';

/** No Node and no npm in PATH, and nothing of this repository. */
const BARE = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };
const isLinux = process.platform === 'linux';

/** The socket of systemd, by socat; nothing where a program is missing. */
function startServiceManager(folder: string) {
  if (!existsSync('/usr/bin/socat') || !existsSync('/usr/bin/systemd-notify')) return undefined;
  const socket = join(folder, 'notify.sock');
  const socat = spawn('socat', ['-u', `UNIX-RECV:${socket}`, 'STDOUT'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let messages = '';
  socat.stdout.on('data', (chunk: Buffer) => {
    messages += chunk.toString();
  });
  return {
    env: { NOTIFY_SOCKET: socket, WATCHDOG_USEC: '400000' },
    received: (...wanted: string[]) =>
      expect.poll(() => wanted.filter((message) => !messages.includes(message))).toEqual([]),
    stop: () => socat.kill(),
  };
}

describe.runIf(isLinux)('a release', () => {
  let work: string;
  let whole: string;
  let names: string[];
  beforeAll(() => {
    work = mkdtempSync(join(tmpdir(), 'manoboard-release-test-'));
    whole = join(work, 'whole');
    names = stage({ into: whole, modules: root, arch: process.arch, hasServer: true });
  });
  afterAll(() => rmSync(work, { recursive: true, force: true }));

  const runIn = (cwd: string, folder: string, ...args: string[]) =>
    execFileSync(join(folder, 'manoboard'), args, { env: BARE, cwd, encoding: 'utf8' });
  const runIt = (folder: string, ...args: string[]) => runIn('/', folder, ...args);

  it('a machine without Node runs the server from it, and SIGTERM to its process ends all with exit code 0', async () => {
    const installation = await createInstallation();
    const env = { ...BARE, ...installation.env };
    const check = () =>
      execFileSync(join(whole, 'manoboard'), ['check-install'], { env, cwd: '/', encoding: 'utf8' });
    const manager = startServiceManager(installation.root);
    const server = spawn(join(whole, 'manoboard'), ['serve'], {
      env: { ...env, ...manager?.env },
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const exited = once(server, 'exit');
    let output = '';
    const ready = new Promise<void>((done, fail) => {
      for (const stream of [server.stdout, server.stderr])
        stream.on('data', (chunk: Buffer) => {
          output += chunk.toString();
          if (output.includes('"msg":"ready"')) done();
        });
      void exited.then(() => fail(new Error(output)));
    });
    await ready;
    const url = `http://127.0.0.1:${installation.env.PORT}`;
    expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ status: 'ready' });
    expect(await (await fetch(url)).text()).toContain('<!doctype html>');
    expect(check()).toMatch(/^ok +ports +The server runs and is ready\.$/m);
    const { pid } = await installation.postgres();
    await manager?.received('READY=1\nSTATUS=Serves http', 'WATCHDOG=1');
    server.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    expect(existsSync(`/proc/${pid}`)).toBe(false);
    await manager?.received('STOPPING=1');
    manager?.stop();
    expect(check()).toMatch(/^ok +ports +Port \d+ \(PORT\) is free\.$/m);
    await installation.remove();
  }, 60_000);

  it('it names its commands without npm, and wrong arguments are refused', () => {
    expect(runIt(whole, '--help')).toMatch(
      /^Usage: manoboard COMMAND[\s\S]*\n {2}backup [\s\S]*\n {2}board /,
    );
    expect(runIt(whole, 'restore', '--help')).toMatch(/^Usage: manoboard restore FILE --key FILE /);
    expect(() => runIt(whole, 'test')).toThrow(/There is no command "test"/);
  });

  it('it lists every package in it and in its bundles, with its licence', () => {
    const licences = readFileSync(join(whole, 'LICENCES.txt'), 'utf8');
    const { components } = JSON.parse(readFileSync(join(whole, 'sbom.cdx.json'), 'utf8')) as {
      components: { name: string }[];
    };
    const listed = components.map(({ name }) => name);
    for (const key of [...names, 'node_modules/fastify', 'node_modules/react']) {
      const name = key.replace(/^.*node_modules\//, '');
      expect(listed).toContain(name);
      expect(licences).toContain(`${name} `);
    }
  });

  it('its modes do not depend on the umask', () => {
    const former = process.umask(0o077);
    const [strict, data] = [join(work, 'strict'), join(work, 'strict-deb')];
    try {
      stage({ into: strict, modules: root, arch: process.arch, hasServer: false });
      stageDeb({
        staged: strict,
        data,
        scripts: join(work, 'strict-control'),
        version: '1.2.3',
        arch: 'x64',
      });
    } finally {
      process.umask(former);
    }
    const modesOf = (folder: string) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((name) => ({ name, status: lstatSync(join(folder, name)) }))
        .filter(({ status }) => !status.isSymbolicLink())
        .filter(({ status }) => ![0o644, 0o755].includes(status.mode & 0o777))
        .map(({ name }) => name);
    expect(modesOf(strict)).toEqual([]);
    expect(modesOf(data)).toEqual([]);
    expect(modesOf(join(work, 'strict-control'))).toEqual([]);
    expect(modesOf(whole)).toEqual([]);
    expect(existsSync(join(strict, 'LICENCES.txt'))).toBe(true);
  });

  it('it has no binaries of other systems', () => {
    const prebuilds = join(whole, 'node_modules/@serialport/bindings-cpp/prebuilds');
    expect(readdirSync(prebuilds)).toEqual([`linux-${process.arch}`]);
  });

  it('the package of a board has the board program alone', () => {
    const board = join(work, 'board');
    stage({ into: board, modules: root, arch: process.arch, hasServer: false });
    expect(existsSync(join(board, 'apps', 'server'))).toBe(false);
    expect(runIt(board, '--help')).not.toContain('backup');
    const folder = join(work, 'identity');
    runIt(board, 'board', 'identity', '--new', '--id', 'MNB-00A1B2', '--out', folder);
    expect(existsSync(join(folder, 'MNB-00A1B2.secret'))).toBe(true);
    // Not in the folder of the release, which goes with its version.
    const caller = join(work, 'caller');
    mkdirSync(caller);
    runIn(caller, board, 'board', 'identity', '--new', '--id', 'MNB-00A1B3', '--out', 'identities');
    runIn(caller, board, 'board', 'identity', '--new', '--id', 'MNB-00A1B4');
    runIn(caller, board, 'board', 'qr', '--id', 'MNB-00A1B4');
    const made = readdirSync(caller, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.\w+$/.test(name),
    );
    expect(made.toSorted()).toEqual([
      ...['claim', 'png', 'secret', 'svg'].map((kind) => `MNB-00A1B4.${kind}`),
      'identities/MNB-00A1B3.claim',
      'identities/MNB-00A1B3.secret',
    ]);
    expect(existsSync(join(board, 'data'))).toBe(false);
  });

  it.runIf(existsSync('/usr/bin/dpkg-deb'))(
    'dpkg reads the Debian package',
    async () => {
      const staged = join(work, 'small');
      mkdirSync(staged);
      copyFileSync(join(root, 'deploy', 'manoboard'), join(staged, 'manoboard'));
      const file = join(work, debName('1.2.3', process.arch));
      await writeDeb({ staged, work, file, version: '1.2.3', arch: process.arch, epochS: 0 });
      const listed = execFileSync('dpkg-deb', ['--contents', file], { encoding: 'utf8' });
      for (const unit of ['manoboard', 'manoboard@', 'manoboard-board'])
        expect(listed).toContain(`./usr/lib/systemd/system/${unit}.service`);
      expect(listed).toMatch(/\.\/usr\/bin\/manoboard -> \.\.\/lib\/manoboard\/manoboard/);
      expect(execFileSync('dpkg-deb', ['--field', file, 'Version'], { encoding: 'utf8' })).toBe('1.2.3\n');
    },
    120_000,
  );
});
