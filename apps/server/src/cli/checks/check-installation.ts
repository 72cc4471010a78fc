import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ROLES, readConfig } from '../../base/config.ts';
import { openDataDir, RESTORE_MARK } from '../../base/data-dir.ts';
import { type EnvFile, warnOfNames } from '../../base/env-file.ts';
import { explainStart } from '../../base/start-errors.ts';
import { StartRefused } from '../../base/start-refused.ts';
import type { Undo } from '../../base/undo.ts';
import { mailFailureOf, verifySmtp } from '../../mail/mailer.ts';
import { VERSION } from '../../package-dir.ts';
import { checkCertificate } from './certificate.ts';
import { checkDatabase } from './database.ts';
import { type Finding, findingsOf } from './finding.ts';
import { checkBus, checkPorts, readServerFacts } from './network.ts';
import { checkClock, checkDisk, checkOpenFiles } from './system.ts';

function checkSettings(
  env: NodeJS.ProcessEnv,
  file: EnvFile | undefined,
): { config?: Config; findings: Finding[] } {
  const { ok, warning, error } = findingsOf('settings');
  const warnings = warnOfNames(env, file).map(warning);
  try {
    const config = readConfig(env);
    const demo = config.DEMO ? [warning('This is a demo (DEMO=1), whose passwords everybody knows.')] : [];
    const isPartial = !ROLES.every((role) => config.ROLES.includes(role));
    const roles = isPartial
      ? [ok(`This server has the roles ${config.ROLES.join(', ')} only (ROLES): others must have the rest.`)]
      : [];
    const source = file ? `the environment and ${file.path}` : 'the environment';
    return { config, findings: [ok(`The settings of ${source} are valid.`), ...demo, ...roles, ...warnings] };
  } catch (problem) {
    const sentences = explainStart(problem, VERSION);
    if (!sentences) throw problem;
    return { findings: [...sentences.map(error), ...warnings] };
  }
}

/**
 * Whether a server has the folder open. Without one the lock is held during the check, so that none starts meanwhile.
 * A folder that does not exist is not created.
 */
async function findServer(
  { DATA_DIR }: Config,
  undo: Undo,
): Promise<{ isRunning: boolean; findings: Finding[] }> {
  const { error } = findingsOf('data');
  if (!existsSync(DATA_DIR)) return { isRunning: false, findings: [] };
  try {
    undo.add(await openDataDir(DATA_DIR));
    return { isRunning: false, findings: [] };
  } catch (problem) {
    if (problem instanceof StartRefused && !existsSync(join(DATA_DIR, RESTORE_MARK)))
      return { isRunning: true, findings: [] };
    const sentences = explainStart(problem, VERSION);
    if (!sentences) throw problem;
    return { isRunning: false, findings: sentences.map(error) };
  }
}

async function checkMail({ SMTP_URL, DEMO, PRIVATE_NETWORK }: Config): Promise<Finding> {
  const { ok, warning, error } = findingsOf('mail');
  if (!SMTP_URL)
    return DEMO
      ? ok('The demo shows its mails in the console.')
      : warning('Mails, alerts too, are written to files and reach nobody: set SMTP_URL.');
  try {
    await verifySmtp(SMTP_URL, PRIVATE_NETWORK);
    return ok(`The mail server ${new URL(SMTP_URL).host} accepts the login.`);
  } catch (problem) {
    const { failure, detail } = mailFailureOf(problem);
    return error(`The mail server ${new URL(SMTP_URL).host} fails (${failure}): ${detail}`);
  }
}

/** Everything that an operator can correct, whether the server runs or not. */
export async function checkInstallation(
  env: NodeJS.ProcessEnv,
  file: EnvFile | undefined,
  undo: Undo,
  nowMs: number,
): Promise<Finding[]> {
  const { config, findings } = checkSettings(env, file);
  if (!config) return findings;
  const { isRunning, findings: ofFolder } = await findServer(config, undo);
  if (ofFolder.length > 0) return [...findings, ...ofFolder];
  const database = await checkDatabase(config, undo, isRunning, nowMs);
  const facts = isRunning ? await readServerFacts(config) : { writable: {} };
  return [
    ...findings,
    ...(await checkPorts(config, isRunning)),
    ...database.findings,
    ...(await checkBus(config)),
    await checkMail(config),
    checkCertificate(config, nowMs),
    checkClock(database.aheadMs),
    ...(await checkDisk(config, facts.writable)),
    checkOpenFiles(config, facts.openFiles),
  ];
}
