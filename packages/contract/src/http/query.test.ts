import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openApiDocument } from '../docs/open-api.ts';
import { type ApiName, api } from './api.ts';
import type { Call } from './call.ts';
import { listOf, TimeText } from './query.ts';

describe('a time in a query', () => {
  it.each([
    ['Unix seconds', '1772352000', 1_772_352_000],
    ['the start of 1970', '0', 0],
    ['ISO 8601 in UTC', '2026-03-01T08:00:00Z', 1_772_352_000],
    ['ISO 8601 without seconds', '2026-03-01T08:00Z', 1_772_352_000],
    ['ISO 8601 with a fraction of a second', '2026-03-01T08:00:00.999Z', 1_772_352_000],
    ['ISO 8601 with an offset', '2026-03-01T09:00:00+01:00', 1_772_352_000],
    ['an offset whose plus sign was not encoded', '2026-03-01T09:00:00 01:00', 1_772_352_000],
    ['an offset to the west', '2026-03-01T03:00:00-0500', 1_772_352_000],
  ])('%s is read as Unix seconds', (_case, text, seconds) => expect(z.parse(TimeText, text)).toBe(seconds));

  it.each([
    ['a time without a zone', '2026-03-01T08:00:00'],
    ['a day without a time', '2026-03-01'],
    ['a day that the month does not have', '2026-02-30T08:00:00Z'],
    ['the 25th hour', '2026-03-01T25:00:00Z'],
    ['a time before 1970', '1969-12-31T23:59:59Z'],
    ['a negative number', '-1'],
    ['half a second', '1772352000.5'],
    ['milliseconds', '1772352000000'],
    ['a word', 'yesterday'],
    ['nothing', ''],
  ])('%s is refused with a message that names both forms', (_case, text) => {
    const { error } = z.safeParse(TimeText, text);
    expect(error?.issues.map(({ message }) => message)).toEqual(['unix_seconds_or_iso_8601_with_zone']);
  });
});

describe('a list in a query', () => {
  const Letters = listOf(z.enum(['a', 'b', 'c'], 'unknown_letter'), 3);

  it.each([
    ['one value', 'a', ['a']],
    ['repeated parameters', ['a', 'b'], ['a', 'b']],
    ['a comma list', 'a,b', ['a', 'b']],
    ['both', ['a,b', 'c'], ['a', 'b', 'c']],
  ] as const)('%s is read', (_case, given, values) =>
    expect(z.safeParse(Letters, given)).toEqual({ success: true, data: values }),
  );

  it.each([
    ['an unknown value', 'a,x', [[[1], 'unknown_letter']]],
    ['an empty value', 'a,', [[[1], 'unknown_letter']]],
    ['more values than allowed', 'a,b,c,a', [[[], 'too_long']]],
  ] as const)('%s is refused, and the place is named', (_case, given, issues) => {
    const { error } = z.safeParse(Letters, given);
    expect(error?.issues.map(({ path, message }) => [path, message])).toEqual(issues);
  });
});

describe('every call', () => {
  const fields = (Object.entries(api) as [ApiName, Call][]).flatMap(([name, { query }]) =>
    query instanceof z.ZodMiniObject
      ? Object.entries(query.shape as Record<string, z.ZodMiniType>).map(
          ([field, schema]) => [name, field, schema] as const,
        )
      : [],
  );
  const named = (...names: string[]) => fields.filter(([, field]) => names.includes(field));

  it.each(named('from', 'to', 'start'))('%s accepts ISO 8601 in %s', (_name, _field, schema) =>
    expect([z.parse(schema, '2026-03-01T08:00:00Z')].flat()).toEqual([1_772_352_000]),
  );

  it('documents both forms of times and lists', () => {
    const { paths } = openApiDocument('1.0.0', []) as unknown as {
      paths: Record<string, { get: { parameters: { name: string }[] } }>;
    };
    const parameters = paths['/api/devices/{id}/history']?.get.parameters ?? [];
    const find = (name: string) => parameters.find((parameter) => parameter.name === name);
    expect(find('from')).toMatchObject({
      schema: { type: 'string', description: expect.stringMatching('Unix seconds, or ISO 8601') },
    });
    expect(find('metrics')).toMatchObject({
      description: expect.stringMatching('Repeated, or one list that is separated by commas'),
      schema: { type: 'array' },
    });
  });
});
