import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { api } from '@manoboard/contract/http/api';
import { permissionsText } from './permissions-text.ts';
import { root } from './root.mjs';

const file = join(root, 'docs', 'permissions.md');
const text = permissionsText(Object.values(api));

if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  console.error('docs/permissions.md does not say what the policy says: run npm run permissions.');
  process.exitCode = 1;
}
