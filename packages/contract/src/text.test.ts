import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { line, lines } from './text.ts';

const isLine = (text: string) => z.safeParse(line(0, 100), text).success;
const areLines = (text: string) => z.safeParse(lines(0, 100), text).success;

it.each([
  ['right-to-left override', '\u202E', false],
  ['left-to-right isolate', '\u2066', false],
  ['Arabic letter mark', '\u061C', false],
  ['right-to-left mark', '\u200F', false],
  ['zero-width space', '\u200B', true],
  ['byte order mark', '\uFEFF', true],
  ['soft hyphen', '\u00AD', true],
  ['tag character', '\u{E0041}', true],
  ['line separator', '\u2028', true],
])('a name refuses the %s, a note only what changes the direction', (_name, character, isAllowedInNotes) => {
  expect(isLine(`Stud${character}ňa`)).toBe(false);
  expect(areLines(`Stud${character}ňa`)).toBe(isAllowedInNotes);
});

it.each(['Studňa č. 1', 'بئر', 'שלום', '👩‍🔧 servis', '🏳️‍🌈', '👨🏽‍🔧', 'ж', '水'])('%s is a name', (text) => {
  expect(isLine(text)).toBe(true);
  expect(areLines(text)).toBe(true);
});

it('a joiner outside of an emoji is refused in a name', () => {
  expect(isLine('ad\u200Dmin')).toBe(false);
  expect(isLine('👩\u200D')).toBe(false);
});
