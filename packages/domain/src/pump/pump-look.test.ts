import { aLastData, someLastValues } from '@manoboard/testkit/factories';
import { expect, it } from 'vitest';
import { pumpLook } from './pump-look.ts';

const T = 1_800_000_000;
const off = aLastData({ data: someLastValues({ on_off_state_r: 3, frequency_fc: 0 }) });

it.each([
  ['a fresh state counts', aLastData(), true, T, 'running'],
  ['a state of an offline device does not', aLastData(), false, T, 'offline'],
  ['a state that is two frames old does not', aLastData(), true, T + 3600, 'stale'],
  ['a fault is a fault', aLastData({ data: someLastValues({ on_off_state_r: 4 }) }), true, T, 'fault'],
  [
    'a stopped pump needs no fresh frequency',
    { ...off, older: { frequency_fc: T - 900 } },
    true,
    T,
    'stopped',
  ],
  ['a running pump does', { ...aLastData(), older: { frequency_fc: T - 900 } }, true, T, 'stale'],
  ['no data is unknown, never stopped', undefined, true, T, 'unknown'],
] as const)('R5.3 %s', (_rule, last, isOnline, nowS, look) => {
  expect(pumpLook(last, isOnline, nowS)).toBe(look);
});
