import { expect, it } from 'vitest';
import { releaseWords } from './release-words.mjs';

it.each([
  ['npm run enrol -- --id MNB-00A1B2', 'manoboard enrol --id MNB-00A1B2'],
  ['Usage: npm run backup [-- FOLDER]', 'Usage: manoboard backup [FOLDER]'],
  ['run "npm run secrets -- forget"', 'run "manoboard secrets forget"'],
  ['npm start, npm run check-install', 'manoboard start, manoboard check'],
])('%j is %j in a release', (text, expected) => expect(releaseWords(text)).toBe(expected));
