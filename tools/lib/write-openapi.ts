import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '@manoboard/contract/docs/open-api';
import { openApiFaults } from '../checks/openapi.ts';
import { root } from './root.mjs';

const file = join(root, 'docs', 'openapi.json');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const document = openApiDocument(version);
const text = `${JSON.stringify(document, null, 2)}\n`;

function written(): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

for (const fault of await openApiFaults(JSON.parse(text))) {
  console.error(fault);
  process.exitCode = 1;
}
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (written() !== text) {
  console.error('docs/openapi.json does not say what the table of calls says: run npm run openapi.');
  process.exitCode = 1;
}
