import { PumpLook } from '@manoboard/contract/device/device';
import { aLastData, someLastValues } from '@manoboard/testkit/factories';
import { expect, it } from 'vitest';
import { attentionRank, needsPerson, pumpGroup, pumpReason } from './attention.ts';

const T = 1_800_000_000;
const fault = aLastData({ data: someLastValues({ on_off_state_r: 4, fault: 10 }) });

it.each([
  ['fault', 'fault'],
  ['no_power', 'fault'],
  ['offline', 'offline'],
  ['stale', 'unknown'],
  ['unknown', 'unknown'],
  ['stopped', 'stopped'],
  ['waiting', 'waiting'],
  ['running', 'running'],
] as const)('R5.3 the group of a pump that is %s is %s', (look, expected) =>
  expect(pumpGroup(look)).toBe(expected),
);

it('R7.2 devices that need a person rank first: fault, offline, open alerts, unknown, stopped', () => {
  const cases = PumpLook.options.flatMap((look) => [`${look} !` as const, look]);
  const rankOf = (name: string) => {
    const [look, mark] = name.split(' ');
    return attentionRank(PumpLook.options.find((option) => option === look) ?? 'running', mark === '!');
  };
  const byRank = Map.groupBy(cases, rankOf);
  expect([...byRank].sort(([a], [b]) => a - b).map(([, names]) => names.sort())).toEqual([
    ['fault', 'fault !', 'no_power', 'no_power !'],
    ['offline', 'offline !'],
    ['running !', 'stale !', 'stopped !', 'unknown !', 'waiting !'],
    ['stale', 'unknown'],
    ['stopped'],
    ['waiting'],
    ['running'],
  ]);
});

it('R7.2 a fault, no power, an offline device or an open alert needs a person', () => {
  expect(PumpLook.options.filter((look) => needsPerson(attentionRank(look, false)))).toEqual([
    'fault',
    'no_power',
    'offline',
  ]);
  expect(PumpLook.options.every((look) => needsPerson(attentionRank(look, true)))).toBe(true);
});

it.each([
  ['the fault code of a converter in fault', 'fault', fault, undefined, T, { kind: 'fault', code: 10 }],
  ['none for a fault without a code', 'fault', undefined, undefined, T, null],
  [
    'the protection that stopped the pump',
    'stopped',
    aLastData(),
    'DRY_RUN',
    T,
    { kind: 'protection', code: 'DRY_RUN' },
  ],
  ['none for a pump that a person stopped', 'stopped', aLastData(), undefined, T, null],
  ['the board, when it is silent', 'stale', aLastData(), undefined, T + 3600, { kind: 'link', code: 'wifi' }],
  [
    'the converter, when it does not answer',
    'stale',
    aLastData({ fc: 0 }),
    undefined,
    T,
    { kind: 'link', code: 'converter' },
  ],
  ['none without data', 'unknown', undefined, undefined, T, null],
  ['none for an old protection of a running pump', 'running', aLastData(), 'DRY_RUN', T, null],
] as const)('R5.1 R5.3 the reason of a state: %s', (_case, look, last, stoppedBy, nowS, expected) =>
  expect(pumpReason(look, last, stoppedBy, nowS)).toEqual(expected),
);
