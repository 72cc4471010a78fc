import { constants, existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from './config.ts';

/** The path, or the nearest folder above it that exists. */
export function existing(path: string): string {
  for (let at = path; ; at = dirname(at)) if (existsSync(at) || at === dirname(at)) return at;
}

/** The code of the system by which this process may not write to a file or a folder, or make it; nothing if it may. */
export async function refusedWrite(path: string): Promise<string | undefined> {
  try {
    await access(existing(path), constants.W_OK);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

type OutsideSetting = 'BACKUP_DIR' | 'AUDIT_FORWARD' | 'AUDIT_HEAD';

/** What the server writes beside DATA_DIR. */
export function outsidePaths({
  BACKUP_DIR,
  AUDIT_FORWARD,
  AUDIT_HEAD,
}: Pick<Config, OutsideSetting>): { setting: OutsideSetting; path: string }[] {
  const forward = AUDIT_FORWARD === 'stdout' ? undefined : AUDIT_FORWARD;
  // The other form is an address of mail.
  const head = AUDIT_HEAD?.includes('@') ? undefined : AUDIT_HEAD;
  return Object.entries({ BACKUP_DIR, AUDIT_FORWARD: forward, AUDIT_HEAD: head }).flatMap(
    ([setting, path]) => (path === undefined ? [] : [{ setting: setting as OutsideSetting, path }]),
  );
}

/** Why the server may not write there, and what to do. The unit of the package leaves it its own folder only. */
export const refusedWriteSentence = (setting: string, path: string, code?: string): string =>
  code === 'EACCES'
    ? `The server may not write to ${path} (${setting}): its user must own it, or the folder that it is in.`
    : `The server may not write to ${path} (${setting}): its unit needs ReadWritePaths=-${path} (systemctl edit manoboard), then a restart.`;
