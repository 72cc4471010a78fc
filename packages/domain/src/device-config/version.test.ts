import { describe, expect, it } from 'vitest';
import {
  appliedVersionAfter,
  configInForce,
  configStateOf,
  MAX_VERSION,
  needsHigherVersion,
  nextVersion,
} from './version.ts';

describe('R4.11 the next version is higher than all that the board has received', () => {
  it.each([
    ['the first', 0, undefined, 1],
    ['after one of ours', 3, 3, 4],
    ['while the board is behind', 3, 1, 4],
    ['after one of another server', 3, 9, 10],
    ['a board that leaves no room', 3, MAX_VERSION, 4],
  ])('%s', (_case, wished, reported, next) => expect(nextVersion(wished, reported)).toBe(next));
});

const applied = (ver: number) => ({ ver, st: 'applied' }) as const;
const rejected = (ver: number) => ({ ver, st: 'rejected' }) as const;

describe('R4.11 only what the board reported is applied', () => {
  it.each([
    ['nothing requested, nothing reported', 0, null, 'none'],
    ['requested, nothing reported', 2, null, 'pending'],
    ['the board is at the one before', 2, applied(1), 'pending'],
    ['the board has it', 2, applied(2), 'applied'],
    ['the board refused it', 2, rejected(2), 'rejected'],
    ['the board has a later one', 2, applied(3), 'foreign'],
    ['the board has one, and nothing was requested', 0, applied(3), 'foreign'],
  ] as const)('%s', (_case, version, report, state) =>
    expect(configStateOf(version, report, report?.ver ?? null)).toBe(state),
  );

  it('the board has another one of the same number', () =>
    expect(configStateOf(2, applied(2), null)).toBe('foreign'));
});

it.each([
  ['its defaults, as long as it has said nothing', null, null, {}],
  ['its defaults, while it has had no version', 0, null, {}],
  ['what it applied', 2, { tele_s: 5 }, { tele_s: 5 }],
  ['unknown, if it was configured by another server', 7, null, undefined],
] as const)('R5.5 a board works with %s', (_case, reported, applied, expected) =>
  expect(configInForce(reported, applied)).toEqual(expected),
);

describe('R4.11 what is in force after a report', () => {
  it.each([
    ['a requested version that was applied', 1, applied(2), true, 2],
    ['a version that this server did not request', 1, applied(9), false, null],
    ['a refusal leaves the one before', 1, rejected(2), true, 1],
    ['a refusal of what was in force', 2, rejected(2), true, null],
    ['a refusal of the first', null, rejected(1), true, null],
  ] as const)('%s', (_case, known, report, wasWished, after) =>
    expect(appliedVersionAfter(known, report, wasWished)).toBe(after),
  );
});

describe('R4.11 a requested configuration that the board ignored because of its version', () => {
  it.each([
    ['is sent again', { version: 1, isAnswered: false }, applied(9), true],
    ['not if the board is not ahead', { version: 9, isAnswered: false }, applied(8), false],
    [
      'not if the board had answered it: another server requested a later one',
      { version: 1, isAnswered: true },
      applied(9),
      false,
    ],
    ['not if there is no later number', { version: 1, isAnswered: false }, applied(MAX_VERSION), false],
  ] as const)('%s', (_case, wish, report, expected) =>
    expect(needsHigherVersion(wish, report, false)).toBe(expected),
  );

  it.each([
    ['is sent again if the version means another configuration', applied(1), false, true],
    ['not if it means this one', applied(1), true, false],
    ['not if the board refused it', rejected(1), false, false],
  ] as const)('%s', (_case, report, isOurs, expected) =>
    expect(needsHigherVersion({ version: 1, isAnswered: false }, report, isOurs)).toBe(expected),
  );
});
