import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asyncApiDocument } from '@manoboard/contract/docs/async-api';
import { root } from './root.mjs';

const file = join(root, 'docs', 'asyncapi.json');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const text = `${JSON.stringify(asyncApiDocument(version), null, 2)}\n`;

function written(): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (written() !== text) {
  console.error('docs/asyncapi.json does not say what the topics table says: run npm run asyncapi.');
  process.exitCode = 1;
}
