import { ensureInstalled } from '../env/bootstrap.mjs';
import { TEXT } from '../env/command.mjs';
import { runUntilExit } from '../env/program.mjs';
import { readSettings } from '../env/settings.mjs';

/** Runs an administration program of the server, with the database that the settings name. */
async function runServerProgram(file, args) {
  await ensureInstalled();
  return runUntilExit([`apps/server/src/${file}`, ...args], readSettings());
}

/** @type {import('../env/command.mjs').Command} */
export const audit = {
  summary: 'verify the hash chain of the audit log',
  usage: `Usage: npm run audit -- verify [--head N:HASH]
Reads the whole audit log and names the first row that was edited, deleted or moved. With --head, a head that was
noted earlier, it also detects a log that was truncated together with its head.`,
  verbs: { verify: { options: { head: TEXT } } },
  run: ({ verb = '', args }) => runServerProgram('audit.ts', [verb, ...args]),
};

/** @type {import('../env/command.mjs').Command} */
export const enrol = {
  summary: 'register boards at the server',
  usage: `Usage: npm run enrol -- --id ID --secret-file FILE --claim-file FILE [--replace]
       npm run enrol -- --credentials FILE [--replace]
Registers boards at the server of these settings; --replace gives known boards a new secret and claim code.`,
  options: {
    ...{ id: TEXT, 'secret-file': TEXT, 'claim-file': TEXT, credentials: TEXT },
    replace: { type: 'boolean' },
  },
  run: ({ args }) => runServerProgram('enrol.ts', args),
};

/** @type {import('../env/command.mjs').Command} */
export const role = {
  summary: 'give a registered user a role',
  usage: `Usage: npm run role -- EMAIL ROLE
Gives a registered user a role at the server of these settings: "Super Seller", Seller or Technician.`,
  positionals: [2, 2],
  run: ({ args }) => runServerProgram('role.ts', args),
};
