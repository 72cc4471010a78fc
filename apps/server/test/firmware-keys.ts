import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makerKeys } from '@manoboard/testkit/signed-firmware';

/** The file that FIRMWARE_KEYS names: the public key of the tests' maker. */
export function makerKeyFile(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'manoboard-maker-')), 'maker.pem');
  writeFileSync(file, makerKeys.publicKey.export({ type: 'spki', format: 'pem' }));
  return file;
}
