import { describe, expect, it } from 'vitest';
import { texts } from '../texts.ts';
import { help as gb } from './gb.ts';
import type { HelpTexts } from './help.ts';
import { help as sk } from './sk.ts';

type Tree = string | readonly Tree[] | { [key: string]: Tree };

const leaves = (tree: Tree): string[] =>
  typeof tree === 'string' ? [tree] : Object.values(tree).flatMap((branch) => leaves(branch as Tree));
const all = (help: HelpTexts) => leaves(help as unknown as Tree);

const QUOTED = /[„“]([^„“”]+)[“”]/g;
const NUMBERS = ['minBar', 'maxBar', 'maxBar10', 'stepBar', 'startsPerHour', 'startGapS', 'resetsPerHour'];

describe.each([
  ['sk', sk, texts.sk],
  ['gb', gb, texts.gb],
] as const)('help in %s', (_locale, help, messages) => {
  it('has no empty text', () => expect(all(help).filter((text) => text.trim() === '')).toEqual([]));

  it('quotes only names that the console shows', () => {
    const shown = new Set(leaves(messages as unknown as Tree));
    const quoted = all(help).flatMap((text) => [...text.matchAll(QUOTED)].map(([, name]) => name));
    expect(quoted.length).toBeGreaterThan(5);
    expect(quoted.filter((name) => !shown.has(name ?? ''))).toEqual([]);
  });

  it('uses only numbers that the console inserts', () => {
    const used = all(help).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    expect(used.filter((name) => ![...NUMBERS, 'seconds'].includes(name ?? ''))).toEqual([]);
  });

  it('closes every strong word', () =>
    expect(all(help).filter((text) => text.split('**').length % 2 === 0)).toEqual([]));

  it('has every question once', () => {
    const ids = help.questions.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

it('the languages have the same blocks and questions', () => {
  const shape = (tree: Tree): unknown =>
    typeof tree === 'string'
      ? ''
      : Array.isArray(tree)
        ? tree.map(shape)
        : Object.entries(tree).map(([key, branch]) => [key, shape(branch)]);
  expect(shape(gb as unknown as Tree)).toEqual(shape(sk as unknown as Tree));
  expect(gb.questions.map(({ id, topic }) => [id, topic])).toEqual(
    sk.questions.map(({ id, topic }) => [id, topic]),
  );
});

it('the English help contains no letter with a Slovak accent', () =>
  expect(all(gb).filter((text) => /[áäčďéíĺľňóôŕšťúýž]/i.test(text))).toEqual([]));
