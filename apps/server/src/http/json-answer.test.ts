import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createPace } from '../base/turns.ts';
import { writeJson } from './json-answer.ts';

const numbers = Array.from({ length: 3456 }, (_, at) => (at % 7 === 0 ? null : at / 8));

/** Numbers of every kind that graphs have, at the limits of the short way too. */
const edges = [
  0,
  -0,
  9,
  10,
  99,
  100,
  0.1,
  0.01,
  0.001,
  0.0001,
  1.005,
  1.1,
  1.25,
  999.999,
  2 ** 31,
  2 ** 31 - 1,
  2 ** 31 / 1000,
].flatMap((value) => [value, -value, value + 1e-9, 1 / 3 + value, value * 1e9, value / 1e9]);
const random = Array.from(
  { length: 20_000 },
  (_, at) => Math.round((Math.random() - 0.5) * 10 ** (at % 14)) / 1000,
);

it.each([
  ['numbers of every size', { edges, random, one: 0.5 }],
  ['lists in lists', { list: [[1, null], { a: [] }, 'x'], long: ['č'.repeat(200_000)] }],
  ['a graph', { level: 'raw', t: numbers, series: { pressure: { min: numbers, gaps: [{ from: 1 }] } } }],
  ['missing fields', { a: undefined, b: null, c: undefined, d: { e: undefined } }],
  ['texts', { 'Č "x"': 'Studňa\n\u2028', list: ['a', undefined, 'b'] }],
  ['nothing', {}],
  ['an empty list', { list: [] }],
  ['a number that is none', { value: Number.NaN, list: [Number.POSITIVE_INFINITY] }],
])('%s is written as by JSON.stringify, with the same ETag', async (_case, value) => {
  const whole = JSON.stringify(value);
  const { body, etag } = await writeJson(value, createPace());
  // Not as texts: a difference would print 300 kB.
  expect(body.equals(Buffer.from(whole))).toBe(true);
  expect(etag).toBe(`W/"${hash('sha1', whole, 'base64url')}"`);
});

it('a column of numbers is written as a list, and no number as null', async () => {
  const { body } = await writeJson({ column: new Float64Array([1.5, Number.NaN, -0.001]) }, createPace());
  expect(body.toString()).toBe('{"column":[1.5,null,-0.001]}');
});
