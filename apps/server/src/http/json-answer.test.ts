import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createPace } from '../base/turns.ts';
import { jsonParts, writeJson } from './json-answer.ts';

const numbers = Array.from({ length: 3456 }, (_, at) => (at % 7 === 0 ? null : at / 8));

it.each([
  ['a graph', { level: 'raw', t: numbers, series: { pressure: { min: numbers, gaps: [{ from: 1 }] } } }],
  ['missing fields', { a: undefined, b: null, c: undefined, d: { e: undefined } }],
  ['texts', { 'Č "x"': 'Studňa\n\u2028', list: ['a', undefined, 'b'] }],
  ['nothing', {}],
  ['an empty list', { list: [] }],
  ['a number that is none', { value: Number.NaN, list: [Number.POSITIVE_INFINITY] }],
])('%s is written as by JSON.stringify, with the same ETag', async (_case, value) => {
  const whole = JSON.stringify(value);
  expect([...jsonParts(value)].join('')).toBe(whole);
  const { body, etag } = await writeJson(value, createPace());
  expect(body.toString()).toBe(whole);
  expect(etag).toBe(`W/"${hash('sha1', whole, 'base64url')}"`);
});
