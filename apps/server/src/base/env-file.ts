import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { parseEnvFile } from '@manoboard/domain/installation/env-file';
import { PACKAGE_DIR } from '../package-dir.ts';
import { SETTING_NAMES } from './config.ts';
import { findMisspelt } from './misspelt-settings.ts';
import { StartRefused } from './start-refused.ts';

/** In the root folder of the repository or of a release. */
const BESIDE = join(dirname(dirname(PACKAGE_DIR)), '.env');
const NAME_OF_FILE = 'ENV_FILE';
/** Node reads it before the program runs, so its value in the file is applied here. */
const MORE_CA = 'NODE_EXTRA_CA_CERTS';
/** Names that have an effect and are no settings: time zone, and certificates of the system. */
const OF_THE_SYSTEM: readonly string[] = [MORE_CA, 'TZ', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'PGSSLROOTCERT'];

export interface EnvFile {
  path: string;
  values: Record<string, string>;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new StartRefused(`The settings cannot be read: ${(error as Error).message}.`);
  }
}

/** The file that ENV_FILE names, which must exist, or `.env` beside the programs, which may. An empty ENV_FILE reads none. */
export function findEnvFile(
  { [NAME_OF_FILE]: named }: NodeJS.ProcessEnv,
  beside = BESIDE,
): EnvFile | undefined {
  if (named === '' || (named === undefined && !existsSync(beside))) return undefined;
  const path = named ?? beside;
  return { path, values: parseEnvFile(readText(path)) };
}

/** Adds the settings of the file to the environment, which takes precedence. */
export function loadEnvFile(env: NodeJS.ProcessEnv = process.env): EnvFile | undefined {
  const file = findEnvFile(env);
  if (!file) return undefined;
  const { [MORE_CA]: authorities } = file.values;
  if (authorities && env[MORE_CA] === undefined)
    setDefaultCACertificates([...getCACertificates('default'), readText(authorities)]);
  for (const [name, value] of Object.entries(file.values)) env[name] ??= value;
  return file;
}

/** Names without an effect, one sentence each: every unknown one of the file, and misspelt ones of the environment. */
export function warnOfNames(env: NodeJS.ProcessEnv, file: EnvFile | undefined): string[] {
  const inFile = Object.keys(file?.values ?? {});
  const meantBy = (names: readonly string[]) =>
    new Map(findMisspelt(names, SETTING_NAMES).map(({ name, meant }) => [name, meant]));
  const unknown = inFile.filter((name) => !SETTING_NAMES.includes(name) && !OF_THE_SYSTEM.includes(name));
  const meant = meantBy(unknown);
  const misspelt = meantBy(Object.keys(env).filter((name) => !inFile.includes(name)));
  const sentence = (name: string, place: string, setting: string | undefined) =>
    `${name}${place} is not a setting and has no effect${setting ? `: is ${setting} meant?` : '.'}`;
  return [
    ...unknown.map((name) => sentence(name, ` in ${file?.path}`, meant.get(name))),
    ...[...misspelt].map(([name, setting]) => sentence(name, '', setting)),
  ];
}
