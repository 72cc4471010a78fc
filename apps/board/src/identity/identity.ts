import { randomBytes, randomInt } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLAIM_LETTERS } from '@manoboard/contract/device/claim';
import { fileErrorReason, Refusal } from '../refusal.ts';

/** ID and secret of a board, and the claim code by which its owner proves physical access. */
export interface Identity {
  deviceId: string;
  secret: string;
  claimCode: string;
}

const letters = (count: number) =>
  Array.from({ length: count }, () => CLAIM_LETTERS[randomInt(CLAIM_LETTERS.length)]).join('');

export const newIdentity = (deviceId = `MNB-${randomBytes(4).toString('hex').toUpperCase()}`): Identity => ({
  deviceId,
  secret: randomBytes(32).toString('base64url'),
  claimCode: `${letters(4)}-${letters(4)}-${letters(4)}`,
});

export const secretFile = (folder: string, deviceId: string) => join(folder, `${deviceId}.secret`);
export const claimFile = (folder: string, deviceId: string) => join(folder, `${deviceId}.claim`);

/** Readable by the owner only. An existing identity is never overwritten: its board would be locked out. */
export function keepIdentity(folder: string, { deviceId, secret, claimCode }: Identity): void {
  const rows = [
    [secretFile(folder, deviceId), secret],
    [claimFile(folder, deviceId), claimCode],
  ] as const;
  for (const [file, text] of rows) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(file, `${text}\n`, { mode: 0o600, flag: 'wx', flush: true });
    } catch (error) {
      const trouble = fileErrorReason(error);
      throw new Refusal(
        trouble === 'EEXIST'
          ? `${file} is there already: ${deviceId} has an identity, which stays as it is.`
          : `The file ${file} cannot be written (${trouble}).`,
      );
    }
  }
}
