import type { LastData } from '@manoboard/contract/device/device';
import { expect, it } from 'vitest';
import { emptyLastData } from '../telemetry/last-data.ts';
import { type PlannedTry, plannedTry } from './planned-try.ts';

const AT_S = 1_800_003_600;

const OFF = 3;

it.each<[string, number | null, Partial<LastData>, PlannedTry | null]>([
  ['after a dry run', OFF, { next_try: AT_S, stopped_for: 'DRY_RUN' }, { atS: AT_S, stoppedFor: 'DRY_RUN' }],
  ['without a reason', OFF, { next_try: AT_S }, { atS: AT_S, stoppedFor: null }],
  ['an unknown switch may still be started', null, { next_try: AT_S }, { atS: AT_S, stoppedFor: null }],
  ['a pump that is on waits for nothing', 1, { next_try: AT_S }, null],
  ['no try planned', OFF, {}, null],
  ['0 is no time', OFF, { next_try: 0 }, null],
])('R5.11 %s', (_case, on_off_state_r, retry, expected) => {
  const empty = emptyLastData('MNB-TE0001');
  expect(plannedTry({ ...empty, ...retry, data: { ...empty.data, on_off_state_r } })).toEqual(expected);
});

it('R5.11 nothing is planned without data', () => expect(plannedTry(undefined)).toBeNull());
