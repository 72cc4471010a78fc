import { GlobalPermission } from '@manoboard/contract/account/staff';
import { ReportedCode } from '@manoboard/contract/alert/alert';
import { DeviceAction } from '@manoboard/contract/device/device-access';
import { DEFAULT_LOCALE, LOCALES } from '@manoboard/contract/locales';
import { EventCode } from '@manoboard/contract/mqtt/event';
import { describe, expect, it } from 'vitest';
import { texts } from '../texts.ts';
import { articles } from './articles.ts';
import { HELP_CHAPTERS, type HelpTexts } from './help.ts';

type Tree = string | readonly Tree[] | { [key: string]: Tree };

const leaves = (tree: Tree): string[] =>
  typeof tree === 'string' ? [tree] : Object.values(tree).flatMap((branch) => leaves(branch as Tree));
const all = (help: HelpTexts) => leaves(help as unknown as Tree);

const QUOTED = /[„“]([^„“”]+)[“”]/g;
const NUMBERS = ['minBar', 'maxBar', 'maxBar10', 'stepBar', 'startsPerHour', 'startGapS', 'resetsPerHour'];

describe.each(LOCALES)('help in %s', (locale) => {
  const help = articles[locale];
  const messages = texts[locale];

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
  const fixed = (help: HelpTexts) => [
    shape(help as unknown as Tree),
    help.questions.map(({ id, topic }) => [id, topic]),
  ];
  for (const locale of LOCALES) expect(fixed(articles[locale])).toEqual(fixed(articles[DEFAULT_LOCALE]));
});

it('every chapter, topic, code and right has its texts', () => {
  const { chapters, topics, alertNames, alerts, rights, questions } = articles[DEFAULT_LOCALE];
  const topicNames = Object.values(HELP_CHAPTERS).flat();
  const unnamed = ReportedCode.options.filter((code) => !EventCode.options.some((known) => known === code));
  const same = (texts: object, keys: readonly string[]) =>
    expect(Object.keys(texts).sort()).toEqual([...keys].sort());
  same(chapters, Object.keys(HELP_CHAPTERS));
  same(topics, topicNames);
  same(alertNames, unnamed);
  same(alerts, ReportedCode.options);
  same(rights, [...DeviceAction.options, ...GlobalPermission.options]);
  expect(topicNames).toEqual(expect.arrayContaining(questions.map(({ topic }) => topic)));
});

it('every block is of a known kind', () => {
  const texts = (value: unknown) => Array.isArray(value) && value.every((text) => typeof text === 'string');
  const kinds: Record<string, (value: unknown) => boolean> = {
    list: texts,
    steps: texts,
    note: (value) => typeof value === 'string',
    terms: (value) => Array.isArray(value) && value.every((pair) => texts(pair) && pair.length === 2),
    part: (value) => ['states', 'waiting', 'alerts', 'faults', 'rights'].includes(String(value)),
  };
  const blocks = Object.values(articles[DEFAULT_LOCALE].topics).flatMap((topic) => topic.blocks);
  const unknown = blocks.filter((block) => {
    const [[kind = '', value] = [], ...more] =
      typeof block === 'string' ? [['note', block]] : Object.entries(block);
    return more.length > 0 || !kinds[kind]?.(value);
  });
  expect(unknown).toEqual([]);
});

it('the English help contains no letter with a Slovak accent', () =>
  expect(all(articles.gb).filter((text) => /[áäčďéíĺľňóôŕšťúýž]/i.test(text))).toEqual([]));
