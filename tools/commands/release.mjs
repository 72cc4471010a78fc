import { createHash, createPrivateKey, sign } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { ensureInstalled, npmCommand } from '../env/bootstrap.mjs';
import { TEXT } from '../env/command.mjs';
import { root } from '../env/root.mjs';
import { pathWith, run } from '../env/run.mjs';
import { CommandError, log } from '../env/terminal.mjs';
import { debName, writeDeb } from '../release/deb.mjs';
import { packZstd } from '../release/pack.mjs';
import { stage, writeLists } from '../release/stage.mjs';
import { buildProduct } from './build.mjs';

const ARCHITECTURES = ['x64', 'arm64'];

/** @type {import('../env/command.mjs').Command} */
export const release = {
  summary: 'make the archives and packages that operators install',
  usage: `Usage: npm run release [-- [--arch x64|arm64] [--out FOLDER] [--key FILE]]
Builds the product and writes for Linux on x64 and arm64, or on one of them: an archive with server, console, board, Node
and Postgres, an archive of the board program alone, a Debian package, and their checksums. --key signs the checksums
with an Ed25519 key (PEM). The same sources give the same bytes. Without --out the folder is ./release.`,
  options: { arch: TEXT, out: TEXT, key: TEXT },
  async run({ values: { arch, out = 'release', key } }) {
    if (arch !== undefined && !ARCHITECTURES.includes(arch))
      throw new CommandError(`--arch must be ${ARCHITECTURES.join(' or ')}.\n${release.usage}`);
    const folder = resolve(process.env.INIT_CWD ?? '.', out);
    mkdirSync(folder, { recursive: true });
    await ensureInstalled();
    await buildProduct();
    const files = [];
    for (const each of arch === undefined ? ARCHITECTURES : [arch])
      files.push(...(await writeFiles(each, folder)));
    writeChecksums(folder, files, key && resolve(process.env.INIT_CWD ?? '.', key));
    for (const file of files) log(`${file} (${(statSync(file).size / 1e6).toFixed(1)} MB)`);
    return 0;
  },
};

async function writeFiles(arch, folder) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const work = mkdtempSync(join(tmpdir(), 'manoboard-release-'));
  const epochS = await sourceDate();
  try {
    const modules = await modulesOf(arch, work);
    const write = async (name, hasServer) => {
      log(`Packing ${name} …`);
      const into = join(work, name);
      const names = stage({ into, modules, arch, hasServer });
      writeLists({ into, modules, names, version });
      const file = join(folder, `${name}.tar.zst`);
      await packZstd(work, [name], file, epochS);
      return { into, file };
    };
    const whole = await write(`manoboard-${version}-linux-${arch}`, true);
    const board = await write(`manoboard-board-${version}-linux-${arch}`, false);
    const deb = join(folder, debName(version, arch));
    log(`Packing ${basename(deb)} …`);
    await writeDeb({ staged: whole.into, work, file: deb, version, arch, epochS });
    return [whole.file, board.file, deb];
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The time of all files: that of the last commit, or SOURCE_DATE_EPOCH. */
async function sourceDate() {
  const { code, lastLines } = await run('git', ['log', '-1', '--format=%ct'], { quiet: true });
  const given = process.env.SOURCE_DATE_EPOCH ?? (code === 0 ? lastLines : '0');
  if (!/^\d{1,10}$/.test(given)) throw new CommandError('SOURCE_DATE_EPOCH must be a number of seconds.');
  return Number(given);
}

/** The folder with the `node_modules` of a machine: of this one, or installed for the other. */
async function modulesOf(arch, work) {
  if (process.platform === 'linux' && process.arch === arch) return root;
  log(`Installing the packages of linux ${arch} …`);
  const folder = join(work, 'modules');
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const workspaces = Object.keys(packages).filter((key) => key !== '' && !key.includes('node_modules/'));
  const files = ['package.json', 'package-lock.json', ...workspaces.map((key) => `${key}/package.json`)];
  for (const file of files.filter((each) => existsSync(join(root, each)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  const npm = npmCommand();
  const machine = ['--os=linux', `--cpu=${arch}`, '--libc=glibc'];
  const args = ['ci', '--ignore-scripts', '--omit=dev', '--loglevel=error', '--no-progress', ...machine];
  const options = { ...npm, cwd: folder, env: { PATH: pathWith(false) }, quiet: true };
  const { code, lastLines } = await run(npm.command, [...npm.args, ...args], options);
  if (code !== 0)
    throw new CommandError(`${lastLines}\n\nThe packages of linux ${arch} could not be installed.`);
  return folder;
}

/** `sha256sum --check SHA256SUMS` verifies them; the signature is over the bytes of that file. */
function writeChecksums(folder, files, keyFile) {
  const lines = files.map((file) => {
    const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
    return `${hash}  ${basename(file)}\n`;
  });
  const sums = Buffer.from(lines.join(''));
  writeFileSync(join(folder, 'SHA256SUMS'), sums);
  if (keyFile)
    writeFileSync(join(folder, 'SHA256SUMS.sig'), sign(null, sums, createPrivateKey(readFileSync(keyFile))));
}
