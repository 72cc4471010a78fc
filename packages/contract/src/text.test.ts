import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { lines, nameText } from './text.ts';

const isName = (text: string) => z.safeParse(nameText(0, 100), text).success;
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
  ['Hangul filler', '\u3164', true],
  ['halfwidth Hangul filler', '\uFFA0', true],
  ['Hangul choseong filler', '\u115F', true],
  ['Hangul jungseong filler', '\u1160', true],
  ['blank of Braille', '\u2800', true],
  ['combining grapheme joiner', '\u034F', true],
  ['inherent vowel of Khmer', '\u17B5', true],
  ['Mongolian vowel separator', '\u180E', true],
  ['variation selector after a letter', '\uFE0F', true],
  ['variation selector of a CJK letter', '\u{E0100}', true],
])('a name refuses the %s, a note only what changes the direction', (_name, character, isAllowedInNotes) => {
  expect(isName(`Stud${character}ňa`)).toBe(false);
  expect(areLines(`Stud${character}ňa`)).toBe(isAllowedInNotes);
});

it.each(['Studňa č. 1', 'بئر', 'שלום', '👩‍🔧 servis', '🏳️‍🌈', '👨🏽‍🔧', 'ж', '水', '1️⃣ vrt', '☎︎', '❤️‍🔥'])(
  '%s is a name',
  (text) => {
    expect(isName(text)).toBe(true);
    expect(areLines(text)).toBe(true);
  },
);

it('a joiner outside of an emoji is refused in a name', () => {
  expect(isName('ad\u200Dmin')).toBe(false);
  expect(isName('👩\u200D')).toBe(false);
});

it.each([
  ['Vietnamese', 'Nguye\u0302\u0303n', true],
  ['Slovak, decomposed', 'Studn\u030Ca', true],
  ['Hebrew with points', '\u05E9\u05C1\u05B8\u05DC\u05D5\u05B9\u05DD', true],
  ['Thai', '\u0E19\u0E49\u0E33', true],
  ['four marks on a letter', `a${'\u0301'.repeat(4)}b`, true],
  ['five marks on a letter', `a${'\u0301'.repeat(5)}b`, false],
  ['fifty marks on a letter', `Stud${'\u0336\u0489'.repeat(25)}ňa`, false],
  ['a mark without a letter', '\u0301a', false],
])('marks in a name: %s, accepted: %s %s', (_what, text, isAccepted) =>
  expect(isName(text)).toBe(isAccepted),
);
