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
  it('says nothing when both languages say the same', () =>
    expect(compareLocales({ pump: { on: 'Beží {hz}' } }, { pump: { on: 'Runs at {hz}' } })).toEqual([]));

  it.each([
    ['a key missing in gb', { a: { b: 'x' } }, { a: {} }, 'a.b: missing in gb'],
    ['a key missing in sk', {}, { a: 'x' }, 'a: missing in sk'],
    ['an empty text', { a: 'x' }, { a: ' ' }, 'a: empty in gb'],
    ['another argument', { a: '{x}' }, { a: '{y}' }, 'a: sk takes (x), gb takes (y)'],
    ['an open brace', { a: '{x' }, { a: '{x}' }, 'a: braces do not match in sk'],
    ['a text against a group', { a: 'x' }, { a: { b: 'x' } }, 'a: missing in gb'],
  ])('finds %s', (_case, sk, gb, fault) => expect(compareLocales(sk, gb)).toContain(fault));
});

describe('unusedKeys', () => {
  const texts = {
    pump: { running: 'Beží', never: 'Nikdy' },
    role: { 'Super Seller': 'Predajca' },
    top: { on: 'x' },
  };
  const sources = ["useTranslations('pump'); t('running')", "'role' ['Super Seller']", 'switched on'];
  it('names keys whose word or namespace stands in no source', () =>
    expect(unusedKeys(texts, sources)).toEqual(['pump.never', 'top.on']));
});
