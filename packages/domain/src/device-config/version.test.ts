import { describe, expect, it } from 'vitest';
import {
  appliedVersionAfter,
  configInForce,
  configStateOf,
  MAX_VERSION,
  needsHigherVersion,
  nextVersion,
} from './version.ts';

describe('R4.11 the next version is higher than every version that the board has received', () => {
  it.each([
    ['the first version is 1', 0, undefined, 1],
    ['after a version of this server', 3, 3, 4],
    ['while the board reports an older version', 3, 1, 4],
    ['after a version of another server', 3, 9, 10],
    ['a reported version without room for a higher one is ignored', 3, MAX_VERSION, 4],
  ])('%s', (_case, desired, reported, next) => expect(nextVersion(desired, reported)).toBe(next));
});

const applied = (ver: number) => ({ ver, st: 'applied' }) as const;
const rejected = (ver: number) => ({ ver, st: 'rejected' }) as const;

describe('R4.11 the state of a configuration', () => {
  it.each([
    ['nothing requested, nothing reported', 0, null, 'none'],
    ['requested, nothing reported', 2, null, 'pending'],
    ['the board reports the previous version', 2, applied(1), 'pending'],
    ['the board applied it', 2, applied(2), 'applied'],
    ['the board rejected it', 2, rejected(2), 'rejected'],
    ['the board reports a later version', 2, applied(3), 'foreign'],
    ['the board reports a version, nothing requested', 0, applied(3), 'foreign'],
  ] as const)('%s', (_case, version, report, state) =>
    expect(configStateOf(version, report, report?.ver ?? null)).toBe(state),
  );

  it('a reported version with another configuration is foreign', () =>
    expect(configStateOf(2, applied(2), null)).toBe('foreign'));
});

it.each([
  ['the defaults before the first report', null, null, {}],
  ['the defaults while it reports version 0', 0, null, {}],
  ['the applied configuration', 2, { tele_s: 5 }, { tele_s: 5 }],
  ['an unknown configuration of another server', 7, null, undefined],
] as const)('R5.5 in force on a board: %s', (_case, reported, applied, expected) =>
  expect(configInForce(reported, applied)).toEqual(expected),
);

describe('R4.11 the version in force after a report', () => {
  it.each([
    ['a requested version that was applied', 1, applied(2), true, 2],
    ['a version that this server did not request', 1, applied(9), false, null],
    ['a rejected version leaves the previous one in force', 1, rejected(2), true, 1],
    ['a rejected version that was in force makes it unknown', 2, rejected(2), true, null],
    ['a rejected first version leaves none in force', null, rejected(1), true, null],
  ] as const)('%s', (_case, known, report, isOurs, after) =>
    expect(appliedVersionAfter(known, report, isOurs)).toBe(after),
  );
});

describe('R4.11 a requested configuration that the board ignored because of its version', () => {
  it.each([
    ['is sent again', { version: 1, isAnswered: false }, applied(9), true],
    ['is not sent again if the board is not ahead', { version: 9, isAnswered: false }, applied(8), false],
    [
      'is not sent again if the board had answered it: another server requested a later one',
      { version: 1, isAnswered: true },
      applied(9),
      false,
    ],
    [
      'is not sent again if there is no higher version number',
      { version: 1, isAnswered: false },
      applied(MAX_VERSION),
      false,
    ],
  ] as const)('%s', (_case, desired, report, expected) =>
    expect(needsHigherVersion(desired, report, false)).toBe(expected),
  );

  it.each([
    ['is sent again if the version means another configuration', applied(1), false, true],
    ['is not sent again if the version means this configuration', applied(1), true, false],
    ['is not sent again if the board rejected it', rejected(1), false, false],
  ] as const)('%s', (_case, report, isOurs, expected) =>
    expect(needsHigherVersion({ version: 1, isAnswered: false }, report, isOurs)).toBe(expected),
  );
});
