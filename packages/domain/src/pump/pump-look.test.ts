import { aLastData, someLastValues } from '@manoboard/testkit/factories';
import { expect, it } from 'vitest';
import { pumpLook } from './pump-look.ts';

const T = 1_800_000_000;
const off = aLastData({ data: someLastValues({ on_off_state_r: 3, frequency_fc: 0 }) });

it.each([
  ['a fresh state is shown', aLastData(), true, T, 'running'],
  ['an offline device is shown as offline', aLastData(), false, T, 'offline'],
  ['a state that is two frames old is stale', aLastData(), true, T + 3600, 'stale'],
  ['a fault is shown as fault', aLastData({ data: someLastValues({ on_off_state_r: 4 }) }), true, T, 'fault'],
  [
    'a stopped pump needs no fresh frequency',
    { ...off, older: { frequency_fc: T - 900 } },
    true,
    T,
    'stopped',
  ],
  [
    'a running pump with an old frequency is stale',
    { ...aLastData(), older: { frequency_fc: T - 900 } },
    true,
    T,
    'stale',
  ],
  ['no data is unknown, never stopped', undefined, true, T, 'unknown'],
] as const)('R5.3 %s', (_rule, last, isOnline, nowS, expected) => {
  expect(pumpLook(last, isOnline, nowS)).toBe(expected);
});
