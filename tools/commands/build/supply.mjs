import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PATH } from '../../env/command.mjs';
import { root } from '../../env/root.mjs';
import { CommandError } from '../../env/terminal.mjs';
import { installFaults, licencesOf, partsOf, sbomOf } from '../../supply/sbom.mjs';
import { findVulnerabilities } from '../../supply/vulnerabilities.mjs';

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const readLock = () => readJson(join(root, 'package-lock.json'));

/** A file with one advisory or a list of them, or a folder of such files. */
function readAdvisories(path) {
  if (!existsSync(path)) throw new CommandError(`There is no ${path}.`);
  const files = statSync(path).isDirectory()
    ? readdirSync(path)
        .filter((name) => name.endsWith('.json'))
        .map((name) => join(path, name))
    : [path];
  try {
    return files.flatMap((file) => readJson(file));
  } catch (error) {
    throw new CommandError(`${path} holds no advisories in the format of OSV: ${error}.`);
  }
}

function printLicences() {
  for (const [license, names] of licencesOf(readLock()))
    console.log(`${license} (${names.length}): ${names.join(', ')}`);
  return 0;
}

function printInstalled() {
  const file = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(file)) throw new CommandError('Nothing is installed: run npm run build first.');
  const faults = installFaults(readLock(), readJson(file));
  for (const fault of faults) console.log(fault);
  if (faults.length === 0) console.log('What is installed is what the lockfile names.');
  return faults.length === 0 ? 0 : 1;
}

function printVulnerabilities(path) {
  const advisories = readAdvisories(path);
  const found = findVulnerabilities(partsOf(readLock()), advisories);
  for (const { id, name, version, summary, fixed } of found)
    console.log(`${id}: ${name} ${version}, ${fixed ? `fixed in ${fixed}` : 'no fix yet'}. ${summary}`);
  if (found.length === 0) console.log(`None of ${advisories.length} advisories concerns the product.`);
  return found.length === 0 ? 0 : 1;
}

/** @type {import('../../env/command.mjs').Command} */
export const sbom = {
  summary:
    'list the parts of the product: CycloneDX file, licences, what is installed, known vulnerabilities',
  usage: `Usage: npm run cli -- sbom write [--out FILE]
       npm run cli -- sbom licences
       npm run cli -- sbom installed
       npm run cli -- sbom vulnerabilities FILE|DIR
Made from the lockfile, without the network. "write" prints or writes a CycloneDX 1.6 file; "installed" compares node_modules with
the lockfile; "vulnerabilities" compares the parts with advisories in the format of OSV, for example the unpacked file
https://osv-vulnerabilities.storage.googleapis.com/npm/all.zip. Exit code 1: something was found.`,
  verbs: {
    write: { options: { out: PATH } },
    licences: {},
    installed: {},
    vulnerabilities: { positionals: [1, 1], arePaths: true },
  },
  defaultVerb: 'write',
  async run({ verb, values, positionals: [path = ''] }) {
    if (verb === 'licences') return printLicences();
    if (verb === 'installed') return printInstalled();
    if (verb === 'vulnerabilities') return printVulnerabilities(path);
    const text = `${JSON.stringify(sbomOf(readLock()), undefined, 2)}\n`;
    if (values.out === undefined) process.stdout.write(text);
    else writeFileSync(values.out, text);
    return 0;
  },
};
