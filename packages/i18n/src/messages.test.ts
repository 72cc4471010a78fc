import { createTranslator } from 'use-intl';
import { describe, expect, it } from 'vitest';
import { locales } from './locales.ts';
import { mergeTexts } from './merge.ts';
import { texts } from './texts.ts';

const { sk, gb } = texts;

type Tree = { [key: string]: string | Tree };

const rowsOf = (tree: Tree, path: string[] = []): [key: string, message: string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[[...path, key].join('.'), value]] : rowsOf(value, [...path, key]),
  );
/** Names of arguments, and the tags. Braces in an argument hold the text of a choice: `{level, select, weak {slabé}}`. */
function argumentsOf(message: string): string[] {
  const found = new Set<string>();
  let depth = 0;
  for (const [brace, name, tag] of message.matchAll(/\{(\w*)|\}|<(\w+)>/g)) {
    if (tag) found.add(`<${tag}>`);
    else if (brace === '}') depth--;
    else if (depth++ % 2 === 0 && name) found.add(name);
  }
  return [...found].sort();
}

const slovak = rowsOf(sk);
const english = new Map(rowsOf(gb));

describe('R1.1 the two languages', () => {
  it('both languages have the same keys', () => {
    expect([...english.keys()].sort()).toEqual(slovak.map(([key]) => key).sort());
  });

  it.each(slovak)('%s takes the same arguments and is not empty', (key, message) => {
    const translation = english.get(key) ?? '';
    expect(argumentsOf(translation)).toEqual(argumentsOf(message));
    expect([message.trim(), translation.trim()]).not.toContain('');
  });

  it('the English texts contain no letter with a Slovak accent', () => {
    const accented = [...english].filter(([, message]) => /[áäčďéíĺľňóôŕšťúýž]/i.test(message));
    expect(accented).toEqual([]);
  });
});

describe.each([
  ['sk', sk],
  ['gb', gb],
] as const)('messages of %s', (locale, messages) => {
  let problems: string[] = [];
  // One for all: it validates every message when it is created.
  const t = createTranslator<Record<string, string>>({
    locale: locales[locale].tag,
    messages: messages as unknown as Record<string, string>,
    onError: (error) => problems.push(error.message),
  });

  it.each(rowsOf(messages).filter(([, message]) => !message.includes('<')))(
    '%s is a valid message',
    (key, message) => {
      problems = [];
      t(key, Object.fromEntries(argumentsOf(message).map((name) => [name, 5])));
      expect(problems).toEqual([]);
    },
  );
});

it.each([
  [0, 0, 'Žiadne zariadenia · 0 pripojených', 'No devices · 0 connected'],
  [1, 1, '1 zariadenie · 1 pripojené', '1 device · 1 connected'],
  [2, 2, '2 zariadenia · 2 pripojené', '2 devices · 2 connected'],
  [7, 5, '7 zariadení · 5 pripojených', '7 devices · 5 connected'],
])('Slovak plurals have three forms: %i, %i', (count, online, slovakText, englishText) => {
  const values = { count, online, isKnown: 'yes' };
  expect(createTranslator({ locale: 'sk-SK', messages: sk })('fleet.summary', values)).toBe(slovakText);
  expect(createTranslator({ locale: 'en-GB', messages: gb })('fleet.summary', values)).toBe(englishText);
});

it('a namespace with parts in two files has the keys of both', () => {
  const merged = mergeTexts(
    { problem: { A: 'a' }, auth: { b: 'b' } },
    { problem: { C: 'c' }, pump: { d: 'd' } },
  );
  expect(merged).toEqual({ problem: { A: 'a', C: 'c' }, auth: { b: 'b' }, pump: { d: 'd' } });
});
