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
import { basename, dirname, join } from 'node:path';
import { npmCommand } from '../env/bootstrap.mjs';
import { root } from '../env/root.mjs';
import { pathWith, run } from '../env/run.mjs';
import { CommandError, log } from '../env/terminal.mjs';
import { debName, writeDeb } from './deb.mjs';
import { packGzip, packZstd } from './pack.mjs';
import { stage } from './stage.mjs';

async function writeFiles(arch, folder) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const work = mkdtempSync(join(tmpdir(), 'manoboard-release-'));
  const epochS = await sourceDate();
  try {
    const modules = await modulesOf(arch, work);
    const write = async (name, hasServer) => {
      log(`Packing ${name} …`);
      const into = join(work, name);
      stage({ into, modules, arch, hasServer });
      const files = ['zst', 'gz'].map((suffix) => join(folder, `${name}.tar.${suffix}`));
      await packZstd(work, [name], files[0], epochS);
      // A minimal Debian has gzip, and no zstd.
      await packGzip(work, [name], files[1], epochS);
      return { into, files };
    };
    const whole = await write(`manoboard-${version}-linux-${arch}`, true);
    const board = await write(`manoboard-board-${version}-linux-${arch}`, false);
    const deb = join(folder, debName(version, arch));
    log(`Packing ${basename(deb)} …`);
    await writeDeb({ staged: whole.into, work, file: deb, version, arch, epochS });
    return [...whole.files, ...board.files, deb];
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

/** Started by `npm run cli -- release` with the Node of the project: zstd is not in Node 20. */
const { architectures, folder, key } = JSON.parse(process.argv[2] ?? '{}');
try {
  const files = [];
  for (const arch of architectures) files.push(...(await writeFiles(arch, folder)));
  writeChecksums(folder, files, key);
  for (const file of files) log(`${file} (${(statSync(file).size / 1e6).toFixed(1)} MB)`);
} catch (error) {
  console.error(error instanceof CommandError ? error.message : error);
  process.exitCode = 1;
}
