import fc from 'fast-check';
import { oddText, oddValue, withOtherType } from './bad-values.ts';

type Place = readonly string[];

const isBranch = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Every path in a value, including the root. */
function placesIn(value: unknown, here: Place = []): Place[] {
  if (!isBranch(value)) return [here];
  return [here, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...here, key]))];
}

/** A copy with one path changed; `undefined` removes it. */
function changed(value: unknown, [key, ...rest]: Place, change: (old: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  const inner = changed(copy[key], rest, change);
  if (inner === undefined && !Array.isArray(copy)) delete copy[key];
  else copy[key] = inner ?? null;
  return copy;
}

/** Mutations of a good body; not all of them are bad. */
export function nearBodies(good: object): fc.Arbitrary<unknown> {
  const places = placesIn(good);
  const inner = places.filter(({ length }) => length > 0);
  const place = fc.constantFrom(...places);
  const innerPlace = fc.constantFrom(...(inner.length > 0 ? inner : places));
  const extraKey = fc.oneof(fc.constantFrom('owner', 'is_admin', 'constructor', 'toString', ''), oddText);
  const withKey = (old: unknown, key: string, value: unknown) =>
    isBranch(old) && !Array.isArray(old) ? { ...old, [key]: value } : { [key]: value };
  return fc.oneof(
    fc.tuple(place, oddValue).map(([at, value]) => changed(good, at, () => value)),
    innerPlace.map((at) => changed(good, at, () => undefined)),
    place.map((at) => changed(good, at, withOtherType)),
    place.map((at) => changed(good, at, (old) => [old])),
    place.map((at) => changed(good, at, (old) => ({ value: old }))),
    fc
      .tuple(place, extraKey, oddValue)
      .map(([at, key, value]) => changed(good, at, (old) => withKey(old, key, value))),
  );
}

const MEBIBYTE = 2 ** 20;

/** Texts that are not JSON, or hostile JSON. */
export function brokenTexts(good: object): fc.Arbitrary<string> {
  const text = JSON.stringify(good);
  return fc.oneof(
    fc.nat(Math.max(0, text.length - 1)).map((length) => `${text.slice(0, length)}`.replace(/^$/, '{')),
    fc.constantFrom(
      `${text}}`,
      `${text}${text}`,
      '{"a":NaN}',
      "{'a':1}",
      '{"a":1,}',
      '\ufeff{',
      '{"__proto__":{"is_admin":true}}',
      `{"__proto__":null,${text.slice(1)}`,
      '{"a":{"constructor":{"prototype":{"b":1}}}}',
      `{"a":${'['.repeat(20_000)}`,
      '\0',
      '"\n"',
    ),
  );
}

export const hugeText = (good: object) => JSON.stringify({ ...good, more: 'x'.repeat(MEBIBYTE) });
export const deepText = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
