import { releaseWords } from '@manoboard/domain/installation/release-words';
import { IS_RELEASE } from '../package-dir.ts';
import { BadSettings } from './config.ts';
import { StartRefused } from './start-refused.ts';

type Details = Error & {
  code?: string;
  syscall?: string;
  path?: string;
  address?: string;
  port?: number;
  hostname?: string;
};

const OPERATOR = 'DATABASE_URL';

const SILENT = `The database (${OPERATOR}) does not answer.`;

/** By the code of Postgres or of the system. */
const SENTENCES: Record<string, (error: Details) => string> = {
  '08001': ({ message }) => `The database (${OPERATOR}) cannot be reached: ${message}.`,
  '25006': ({ message }) => `The database (${OPERATOR}) takes no writes: ${message}.`,
  '28P01': () => `The database refuses the user or the password of ${OPERATOR}.`,
  '28000': ({ message }) => `The database refuses the user of ${OPERATOR}: ${message}.`,
  '3D000': ({ message }) => `${OPERATOR} names a database that does not exist: ${message}. Create it first.`,
  '42501': ({ message }) =>
    `The user of ${OPERATOR} may not change the database: ${message}. They must be the owner of the database.`,
  '53100': ({ message }) =>
    `The disk of the database is full: ${message}. Nothing was changed. Free some space, then start again.`,
  '53300': () => `The database has no free connection: raise its max_connections.`,
  '57P03': ({ message }) => `The database is not ready: ${message}. Try again in a moment.`,
  ECONNREFUSED: ({ address, port }) => `Nothing listens on ${address}:${port} (${OPERATOR}).`,
  ENOTFOUND: ({ hostname }) => `The host ${hostname} (${OPERATOR}) is not known.`,
  EHOSTUNREACH: ({ address }) => `The host ${address} (${OPERATOR}) cannot be reached.`,
  ETIMEDOUT: () => SILENT,
  EACCES: ({ path }) =>
    `This user may not write ${path}. Give them the folder (DATA_DIR), or choose another one.`,
  EROFS: ({ path }) => `${path} is on a read-only file system. Set DATA_DIR to a folder that can be written.`,
  ENOSPC: () => 'The disk is full.',
};

/** The words of the driver, without a code, for a Postgres that accepts and does not answer. */
const TIMED_OUT =
  /^(timeout expired|timeout exceeded when|Query read timeout|Connection terminated due to connection timeout)/;

/** Kysely's words for a migration that this version does not have. */
const UNKNOWN_MIGRATION = /previously executed migration (\S+) is missing/;

/** What a person can do about an error at the start, one sentence each; undefined for an error of the program. */
export function explainStart(error: unknown, version: string): string[] | undefined {
  const sentences = sentencesOf(error, version);
  return IS_RELEASE ? sentences?.map(releaseWords) : sentences;
}

function sentencesOf(error: unknown, version: string): string[] | undefined {
  if (error instanceof BadSettings) return error.sentences;
  if (error instanceof StartRefused) return [error.message];
  if (!(error instanceof Error)) return undefined;
  const [, migration] = UNKNOWN_MIGRATION.exec(error.message) ?? [];
  if (migration)
    return [
      `This database was used by a newer version of MaNoBoard: it has the change ${migration}, which version ${version} does not know. Start the newer version, or restore a backup of before the upgrade.`,
    ];
  const { code, syscall, path } = error as Details;
  if (code === 'ENOENT' && syscall === 'mkdir')
    return [
      `The folder ${path} cannot be made: the one above it is missing or read-only. Make it first, or choose another one (DATA_DIR).`,
    ];
  if (TIMED_OUT.test(error.message)) return [SILENT];
  if (syscall === 'uv_interface_addresses')
    return [
      'The service may not read the addresses of this machine: RestrictAddressFamilies of its unit needs AF_NETLINK.',
    ];
  // A failed connection to a name with several addresses has one error for each.
  const [first = error] = error instanceof AggregateError ? error.errors : [];
  const details = first as Details;
  const sentence = Object.hasOwn(SENTENCES, details.code ?? '') && SENTENCES[details.code ?? ''];
  return sentence ? [sentence(details)] : undefined;
}
