import { expect, it } from 'vitest';
import { fcLinkOf } from './fc-link.ts';

it.each([
  ['it answers', 1, true, 'ok'],
  ['it does not answer', 0, true, 'error'],
  ['no frame yet', null, true, 'unknown'],
  ['the board is away', 1, false, 'unknown'],
  ['the board is away, and it did not answer before', 0, false, 'unknown'],
] as const)('R4.5 the link to the converter: %s', (_case, fc, isOnline, link) =>
  expect(fcLinkOf({ fc }, isOnline)).toBe(link),
);
