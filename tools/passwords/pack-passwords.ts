import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { plainPassword } from '@manoboard/domain/access/password';
import { packPasswords } from '../../apps/server/src/wings/auth/common-passwords.ts';
import { root } from '../env/root.mjs';

/** Node runs this by hand, with a list of passwords, the most common first: docs/decisions/0049-common-passwords.md. */
const ENTRIES = 300_000;
/** Shorter ones are found by every guesser, and in every longer word. */
const MIN_LENGTH = 5;

const [list] = process.argv.slice(2);
if (list === undefined) throw new Error('Usage: node tools/passwords/pack-passwords.ts LIST');
const entries = new Set<string>();
for (const line of readFileSync(list, 'utf8').split('\n')) {
  const plain = plainPassword(line.trim());
  if (plain.length >= MIN_LENGTH && entries.size < ENTRIES) entries.add(plain);
}
const packed = packPasswords(entries);
writeFileSync(join(root, 'apps/server/passwords/common-passwords.bin'), packed);
console.log(`${entries.size} entries, ${packed.length} bytes`);
