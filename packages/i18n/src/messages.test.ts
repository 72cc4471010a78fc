import { readdirSync } from 'node:fs';
import { DEFAULT_LOCALE, LOCALES, locales } from '@manoboard/contract/locales';
import { createTranslator } from 'use-intl';
import { describe, expect, it } from 'vitest';
import { mergeTexts } from './merge.ts';
import { texts } from './texts.ts';

const { sk, gb } = texts;
const AREAS = ['account', 'alerts', 'fleet', 'help', 'history', 'people', 'pump', 'service'];
const FILES = ['public', 'shell', 'server', ...AREAS];

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

const slovak = rowsOf(texts[DEFAULT_LOCALE]);

describe.each(LOCALES)('R1.1 the texts in %s', (locale) => {
  const rows = rowsOf(texts[locale]);
  const translations = new Map(rows);

  it('are in 11 files: public, shell, server and the areas', () => {
    const files = readdirSync(new URL(`./${locale}/`, import.meta.url)).filter((file) =>
      file.endsWith('.json'),
    );
    expect(files.sort()).toEqual(FILES.map((name) => `${name}.json`).sort());
  });

  it('have the keys of the Slovak ones', () => {
    expect([...translations.keys()].sort()).toEqual(slovak.map(([key]) => key).sort());
  });

  it.each(slovak)('%s takes the same arguments and is not empty', (key, message) => {
    const translation = translations.get(key) ?? '';
    expect(argumentsOf(translation)).toEqual(argumentsOf(message));
    expect(translation.trim()).not.toBe('');
  });

  let problems: string[] = [];
  // One for all: it validates every message when it is created.
  const t = createTranslator<Record<string, string>>({
    locale: locales[locale].tag,
    messages: texts[locale] as unknown as Record<string, string>,
    onError: (error) => problems.push(error.message),
  });

  it.each(rows.filter(([, message]) => !message.includes('<')))('%s is a valid message', (key, message) => {
    problems = [];
    t(key, Object.fromEntries(argumentsOf(message).map((name) => [name, 5])));
    expect(problems).toEqual([]);
  });
});

it('the English texts contain no letter with a Slovak accent', () => {
  const accented = rowsOf(gb).filter(([, message]) => /[áäčďéíĺľňóôŕšťúýž]/i.test(message));
  expect(accented).toEqual([]);
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
  const merged = mergeTexts([
    { problem: { A: 'a' }, auth: { b: 'b' } },
    { problem: { C: 'c' }, pump: { d: 'd' } },
  ]);
  expect(merged).toEqual({ problem: { A: 'a', C: 'c' }, auth: { b: 'b' }, pump: { d: 'd' } });
});
