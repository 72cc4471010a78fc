import { describe, expect, it } from 'vitest';
import { argumentsOf } from './icu-arguments.mjs';
import { compareLocales, unusedKeys } from './locale-keys.mjs';

describe('argumentsOf', () => {
  it.each([
    ['no arguments', []],
    ['Pred {age}', ['age']],
    ['{count, plural, one {# čerpadlo pre {name}} few {# čerpadlá} other {# čerpadiel}}', ['count', 'name']],
    ['{at, date, ::yyyyMMdd} a {value, number}', ['at', 'value']],
    ['{state, select, on {beží} other {{reason}}}', ['reason', 'state']],
    ["braces as text '{name}' and {real}", ['real']],
    ['<link>tu</link>', ['<link>']],
  ])('%s', (message, expected) => expect([...(argumentsOf(message) ?? [])].sort()).toEqual(expected));

  it.each(['{open', 'closed}', '{count, plural, other {#}', '{}'])('%s does not match', (message) =>
    expect(argumentsOf(message)).toBeUndefined(),
  );
});

describe('compareLocales', () => {
  const file = (texts: object) => ({ 'login.json': texts });

  it('reports nothing when both languages match', () => {
    const sk = { 'login.json': { pump: { off: 'Stojí' } }, 'admin.json': { pump: { on: 'Beží {hz}' } } };
    const gb = { 'login.json': { pump: { off: 'Stands' } }, 'admin.json': { pump: { on: 'Runs at {hz}' } } };
    expect(compareLocales({ sk, gb })).toEqual([]);
  });

  it.each([
    ['a key missing in gb', { a: { b: 'x' } }, { a: {} }, 'a.b: missing in gb/login.json'],
    ['a key missing in sk', {}, { a: 'x' }, 'a: missing in sk/login.json'],
    ['an empty text', { a: 'x' }, { a: ' ' }, 'a: empty in gb/login.json'],
    ['another argument', { a: '{x}' }, { a: '{y}' }, 'a: sk takes (x), gb takes (y)'],
    ['an open brace', { a: '{x' }, { a: '{x}' }, 'a: braces do not match in sk/login.json'],
    ['a text against a group', { a: 'x' }, { a: { b: 'x' } }, 'a: missing in gb/login.json'],
  ])('finds %s', (_case, sk, gb, fault) =>
    expect(compareLocales({ sk: file(sk), gb: file(gb) })).toContain(fault),
  );

  it('reports a key in different files of the two languages', () => {
    const text = { a: { b: 'x' } };
    expect(compareLocales({ sk: { 'login.json': text }, gb: { 'admin.json': text } })).toEqual([
      'a.b: missing in gb/login.json',
      'a.b: missing in sk/admin.json',
    ]);
  });

  it.each([
    ['a key in two files of one language', { a: { b: 'x' } }, { a: { b: 'y' } }],
    ['a group in two files, one of which would be lost', { a: { b: { c: 'x' } } }, { a: { b: { d: 'y' } } }],
  ])('finds %s', (_case, login, admin) => {
    const files = { 'login.json': login, 'admin.json': admin };
    expect(compareLocales({ sk: files, gb: files })).toEqual([
      'a.b: in sk/login.json and in sk/admin.json',
      'a.b: in gb/login.json and in gb/admin.json',
    ]);
  });
});

describe('unusedKeys', () => {
  const files = {
    'login.json': { pump: { never: 'Nikdy' }, role: { 'Super Seller': 'Predajca' } },
    'admin.json': { pump: { running: 'Beží' }, top: { on: 'x' } },
  };
  const sources = ["useTranslations('pump'); t('running')", "'role' ['Super Seller']", 'switched on'];
  it('reports keys whose word or namespace occurs in no source', () =>
    expect(unusedKeys(files, sources)).toEqual(['pump.never', 'top.on']));
});
