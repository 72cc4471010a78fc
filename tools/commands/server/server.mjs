import { ensureInstalled } from '../../env/bootstrap.mjs';
import { PATH, TEXT } from '../../env/command.mjs';
import { runUntilExit } from '../../env/program.mjs';
import { isRelease } from '../../env/root.mjs';
import { readSettings } from '../../env/settings.mjs';

/** Runs an administration program of the server, with the database that the settings name. */
async function runServerProgram(name, args) {
  await ensureInstalled();
  const path = isRelease ? `dist/${name}.mjs` : `src/cli/${name}.ts`;
  return runUntilExit([`apps/server/${path}`, ...args], readSettings());
}

/** @type {import('../../env/command.mjs').Command} */
export const audit = {
  summary: 'verify the hash chain of the audit log',
  usage: `Usage: npm run cli -- audit verify [--head N:HASH]
Reads the whole audit log and names the first row that was edited, deleted or moved. With --head, a head that was
noted earlier, it also detects a log that was truncated together with its head.`,
  verbs: { verify: { options: { head: TEXT } } },
  run: ({ verb = '', args }) => runServerProgram('audit', [verb, ...args]),
};

/** `manoboard check-install` in a release; `npm run check` is that of developers. @type {import('../../env/command.mjs').Command} */
export const checkInstall = {
  summary: 'check settings, ports, database, mail, certificate, clock, disk and backups of this installation',
  usage: `Usage: npm run cli -- check-install
Prints one sentence for each check, with ok, warning or error, whether the server runs or not. The exit code is 1 if there
is an error.`,
  run: () => runServerProgram('check-install', []),
};

/** @type {import('../../env/command.mjs').Command} */
export const backup = {
  summary: 'write the whole installation to one file',
  usage: `Usage: npm run cli -- backup [FILE.tar.gz | FOLDER]
       npm run cli -- backup --encrypt --passphrase-file FILE [FILE.tar.gz.age | FOLDER]
Writes database, secrets and files of the server of these settings to one file (mode 0600), also while the server runs.
Without an argument the folder is BACKUP_DIR, or ./backups. Prints the path of the file; progress goes to standard error.
--encrypt encrypts it with a passphrase (age format), as BACKUP_PASSPHRASE does.`,
  positionals: [0, 1],
  arePaths: true,
  options: { encrypt: { type: 'boolean' }, 'passphrase-file': PATH },
  run: ({ args }) => runServerProgram('backup', args),
};

/** @type {Record<string, import('../../env/command.mjs').Option>} */
const SOURCE = { key: PATH, unverified: { type: 'boolean' }, 'passphrase-file': PATH };

/** @type {import('../../env/command.mjs').Command} */
export const restore = {
  summary: 'restore an installation from its backup',
  usage: `Usage: npm run cli -- restore FILE --key FILE [--passphrase-file FILE]
       npm run cli -- restore FILE --unverified
Restores a backup into DATA_DIR, which must be empty, and with DATABASE_URL into that database, which must be empty too.
The file is checked first; a restore that fails leaves both empty. The key is secrets/backup-key in DATA_DIR of the
server that wrote the backup; --unverified restores a file whose origin you know without it.`,
  positionals: [1, 1],
  arePaths: true,
  options: SOURCE,
  run: ({ args }) => runServerProgram('restore', args),
};

/** @type {import('../../env/command.mjs').Command} */
export const verify = {
  summary: 'check a backup and say what is in it',
  usage: `Usage: npm run cli -- verify FILE [--key FILE | --unverified] [--passphrase-file FILE]
Reads the whole file, decrypts it, compares it with its checksums, and prints its time, version, schema and rows. The
key is that of DATA_DIR unless another one is named. Changes nothing. Exit code 1 if the backup cannot be restored.`,
  positionals: [1, 1],
  arePaths: true,
  options: SOURCE,
  run: ({ args }) => runServerProgram('verify', args),
};

/** @type {import('../../env/command.mjs').Command} */
export const drill = {
  summary: 'try the restore of a backup in a scratch folder',
  usage: `Usage: npm run cli -- drill FILE [--key FILE | --unverified] [--passphrase-file FILE]
Restores the backup into a folder below the one for temporary files (TMPDIR), with a Postgres of its own, counts the rows of
every table, verifies the audit log and the key of the secrets, reports, and removes everything again. The running
server and its data are not touched, and nothing is sent to anybody.`,
  positionals: [1, 1],
  arePaths: true,
  options: SOURCE,
  run: ({ args }) => runServerProgram('drill', args),
};

/** @type {import('../../env/command.mjs').Command} */
export const enrol = {
  summary: 'register boards at the server',
  usage: `Usage: npm run cli -- enrol --id ID --secret-file FILE --claim-file FILE [--replace]
       npm run cli -- enrol --credentials FILE [--replace]
Registers boards at the server of these settings; --replace gives known boards a new secret and claim code.`,
  options: {
    id: TEXT,
    'secret-file': PATH,
    'claim-file': PATH,
    credentials: PATH,
    replace: { type: 'boolean' },
  },
  run: ({ args }) => runServerProgram('enrol', args),
};

/** @type {import('../../env/command.mjs').Command} */
export const role = {
  summary: 'give a registered user a role',
  usage: `Usage: npm run cli -- role EMAIL ROLE
Gives a registered user a role at the server of these settings: "Super Seller", Seller or Technician.`,
  positionals: [2, 2],
  run: ({ args }) => runServerProgram('role', args),
};

/** @type {import('../../env/command.mjs').Command} */
export const factors = {
  summary: 'remove the second factors of a user who has lost them',
  usage: `Usage: npm run cli -- factors EMAIL
Removes the second factors of a user at the server of these settings, and ends their sessions. For a Super Seller whom no
other one can help; others ask a Super Seller, whose reset takes a day.`,
  positionals: [1, 1],
  run: ({ args }) => runServerProgram('factors', args),
};

/** @type {import('../../env/command.mjs').Command} */
export const secrets = {
  summary: 'forget encrypted secrets whose key is lost',
  usage: `Usage: npm run cli -- secrets forget
Removes the secrets in the database that only a lost key (secrets/secret-key in DATA_DIR, or SECRET_KEY) can read:
authenticator apps, and notifications of browsers; webhooks get a new secret. The next start makes a new key.`,
  verbs: { forget: {} },
  run: ({ verb = '' }) => runServerProgram('secrets', [verb]),
};
