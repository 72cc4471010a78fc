import { expect, it } from 'vitest';
import { releaseWords } from './release-words.mjs';

it.each([
  ['npm run cli -- enrol --id MNB-00A1B2', 'manoboard enrol --id MNB-00A1B2'],
  ['Usage: npm run cli -- backup [FOLDER]', 'Usage: manoboard backup [FOLDER]'],
  ['run "npm run cli -- secrets forget"', 'run "manoboard secrets forget"'],
  ['npm start, npm run cli -- check-install', 'manoboard start, manoboard check-install'],
])('%j is %j in a release', (text, expected) => expect(releaseWords(text)).toBe(expected));
