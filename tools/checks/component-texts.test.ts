import { parse } from '@swc/core';
import { describe, expect, it } from 'vitest';
import { visibleTexts } from './component-texts.mjs';

const parseTsx = (source: string) => parse(source, { syntax: 'typescript', tsx: true });

describe('R1.1 no visible string is written in a component', () => {
  it.each([
    ['text between tags', '<p>Hello</p>', ['Hello']],
    ['text beside an expression', '<p>{value} bar</p>', ['bar']],
    ['a literal as a child', "<p>{'Hello'}</p>", ['Hello']],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text
    ['a template as a child', '<p>{`${n} boards`}</p>', ['boards']],
    ['either side of a choice', "<p>{on ? 'On' : t('off')}</p>", ['On']],
    ['behind a condition', "<p>{on && 'On'}</p>", ['On']],
    ['a label', '<input aria-label="Name" />', ['Name']],
    ['a label in braces', "<Input placeholder={'Name'} />", ['Name']],
    ['inside a fragment', '<>Áno</>', ['Áno']],
  ])('finds %s', async (_case, jsx, expected) =>
    expect(await visibleTexts(`const x = ${jsx};`, parseTsx)).toEqual(expected),
  );

  it.each([
    ['a translated text', "<p title={t('title')}>{t('text')}</p>"],
    ['signs without letters', '<p>· {a} / {b} – 100 %</p>'],
    ['attributes that are not visible', '<Button variant="filled" type="submit" data-state="on" />'],
    ['a key in a translated choice', "<p>{t(on ? 'on' : 'off')}</p>"],
    ['generics and comparisons', '<p>{a < b && list.map<string>((x) => x)}</p>'],
    ['a comment', '<p>{/* words */}</p>'],
  ])('leaves alone %s', async (_case, jsx) =>
    expect(await visibleTexts(`const x = ${jsx};`, parseTsx)).toEqual([]),
  );
});
