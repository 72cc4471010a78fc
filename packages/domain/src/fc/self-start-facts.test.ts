import type { SelfStart } from '@manoboard/contract/device/self-start';
import { expect, it } from 'vitest';
import { selfStartFacts } from './self-start-facts.ts';

const row = (after: SelfStart['after'], is_on: boolean | null): SelfStart => ({
  after,
  label: after === 'fault' ? 'P08.28' : 'P01.21',
  address: 1,
  value: is_on === null ? null : Number(is_on),
  is_on,
  ts: is_on === null ? null : 1,
});

it.each([
  ['no parameter is known', [], undefined, 'both'],
  ['both are off', [row('power_cut', false), row('fault', false)], undefined, undefined],
  ['one is on', [row('power_cut', true), row('fault', false)], 'power_cut', undefined],
  ['both are on', [row('power_cut', true), row('fault', true)], 'both', undefined],
  ['one is on and the other not read', [row('power_cut', null), row('fault', true)], 'fault', 'power_cut'],
  ['neither is read', [row('power_cut', null), row('fault', null)], undefined, 'both'],
  [
    'one of two of a cause is not read',
    [row('power_cut', false), row('power_cut', null), row('fault', false)],
    undefined,
    'power_cut',
  ],
  ['the profile names none for faults', [row('power_cut', false)], undefined, 'fault'],
] as const)(
  '%s: the converter starts after %3$s, unknown after %4$s',
  (_what, rows, onAfter, unknownAfter) => {
    expect(selfStartFacts(rows)).toMatchObject({ onAfter, unknownAfter });
  },
);
