import { expect, it } from 'vitest';
import { repairLanguage } from './language-tag.ts';

it.each([
  ['C', 'en'],
  ['', 'en'],
  ['sk-SK', 'sk-SK'],
  ['en', 'en'],
])('graphs are loaded with the language %s of a browser as %s', (language, expected) => {
  const browser = Object.create({ language }) as { language: string };
  repairLanguage(browser);
  expect(browser.language).toBe(expected);
  expect(() => new Intl.NumberFormat(browser.language)).not.toThrow();
});
