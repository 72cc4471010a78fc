import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { backupCommand } from '@manoboard/domain/installation/backups';
import { SETTING_NAMES } from '../../../base/config.ts';

/** The end of the output is kept: errors are there, and the output may be long. */
const KEPT_CHARACTERS = 500;

interface CommandOptions {
  /** BACKUP_COMMAND. */
  setting: string;
  file: string;
  timeoutMs: number;
  signal: AbortSignal;
}

/** The program needs the settings of its own, HOME and PATH, but no password of the database or of the mail server. */
const environment = (file: string) => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !SETTING_NAMES.includes(name))),
  BACKUP_FILE: file,
});

/**
 * Copies a backup elsewhere by the program of the operator, without a shell. Throws an error with the end of its output. A
 * program that takes too long is ended with all that it has started.
 */
export async function runBackupCommand({ setting, file, timeoutMs, signal }: CommandOptions): Promise<void> {
  const { program, args } = backupCommand(setting, file);
  const ending = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  ending.throwIfAborted();
  const child = spawn(program, args, {
    // A process group of its own, which `end` ends as a whole.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment(file),
  });
  let output = '';
  const keep = (piece: Buffer) => {
    output = (output + piece.toString()).slice(-KEPT_CHARACTERS);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const end = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  };
  ending.addEventListener('abort', end);
  try {
    // An error (no such program) rejects.
    const [code, killedBy] = (await once(child, 'close')) as [number | null, string | null];
    if (signal.aborted) throw new Error('the server was stopped meanwhile');
    if (ending.aborted) throw new Error(`${program} took longer than ${timeoutMs / 60_000} minutes`);
    if (code !== 0)
      throw new Error(`${program} ended with ${code ?? killedBy}: ${output.trim() || 'no output'}`);
  } finally {
    ending.removeEventListener('abort', end);
  }
}
