import { mkdirSync } from 'node:fs';
import { absolute, PATH, TEXT } from '../../env/command.mjs';
import { CommandError } from '../../env/terminal.mjs';
import { runScript } from '../run-script.mjs';

const ARCHITECTURES = ['x64', 'arm64'];

/** @type {import('../../env/command.mjs').Command} */
export const release = {
  summary: 'make the archives and packages that operators install',
  usage: `Usage: npm run cli -- release [[--arch x64|arm64] [--out FOLDER] [--key FILE]]
Builds the product and writes for Linux on x64 and arm64, or on one of them: an archive with server, console, board, Node
and Postgres, an archive of the board program alone, a Debian package, and their checksums. --key signs the checksums
with an Ed25519 key (PEM). The same sources give the same bytes. Without --out the folder is ./release.`,
  options: { arch: TEXT, out: PATH, key: PATH },
  async run({ values: { arch, out = 'release', key } }) {
    if (arch !== undefined && !ARCHITECTURES.includes(arch))
      throw new CommandError(`--arch must be ${ARCHITECTURES.join(' or ')}.\n${release.usage}`);
    const folder = absolute(out);
    mkdirSync(folder, { recursive: true });
    const architectures = arch === undefined ? ARCHITECTURES : [arch];
    const task = JSON.stringify({ architectures, folder, key });
    return runScript(['tools/release/write-release.mjs', task], { product: true });
  },
};
