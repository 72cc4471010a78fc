import { expect, it } from 'vitest';
import { fcLinkOf } from './fc-link.ts';

it.each([
  ['the converter answers', 1, true, 'ok'],
  ['the converter does not answer', 0, true, 'error'],
  ['no frame yet', null, true, 'unknown'],
  ['the board is offline', 1, false, 'unknown'],
  ['the board is offline, and the converter did not answer before', 0, false, 'unknown'],
] as const)('R4.5 the link to the converter: %s', (_case, fc, isOnline, link) =>
  expect(fcLinkOf({ fc }, isOnline)).toBe(link),
);
