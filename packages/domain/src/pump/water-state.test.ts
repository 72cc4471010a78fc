import type { LastData, LastValues } from '@manoboard/contract/device/device';
import { aLastData, someLastValues } from '@manoboard/testkit/factories';
import { expect, it } from 'vitest';
import { pumpLook } from './pump-look.ts';
import { type WaterContext, waterState } from './water-state.ts';

const T = 1_800_000_000;
const TITLE = { sk: 'Podpätie', gb: 'Under-voltage' };
const RESTING = { on_off_state_r: 2, frequency_fc: 0 };
const STOPPED = { on_off_state_r: 3, frequency_fc: 0 };

interface Case extends WaterContext {
  values?: Partial<LastValues>;
  last?: Partial<LastData>;
  isOffline?: boolean;
  nowS?: number;
}

function stateOf({ values, last: change, isOffline = false, nowS = T, ...context }: Case) {
  const last = aLastData({ data: someLastValues(values), ...change });
  return waterState({ ...context, last, look: pumpLook(last, !isOffline, nowS), nowS });
}

it.each<[string, Case, object]>([
  [
    'a pump at rest with pressure has water',
    { values: { ...RESTING, pressure: 4.3 } },
    { kind: 'there', tone: 'water', reason: 'resting' },
  ],
  ['a running pump gives water', {}, { kind: 'flows', tone: 'water', reason: 'running' }],
  [
    'a running pump without pressure is to be looked at',
    { values: { pressure: 0.2 } },
    { kind: 'rising', tone: 'look', reason: 'starting' },
  ],
  [
    'a pump that stands without pressure gives no water',
    { values: { ...RESTING, pressure: 0 } },
    { kind: 'missing', tone: 'look', reason: 'standing' },
  ],
  [
    'a pressure that nobody measures is unknown',
    { values: { pressure: undefined } },
    { kind: 'unknown', tone: 'unknown', reason: 'unmeasured' },
  ],
  [
    'a pump that a person switched off is grey, with the person and the time',
    { values: STOPPED, switchedOff: { by: 'Eva Vodná', at: T - 60 } },
    { kind: 'off', tone: 'off', reason: 'switched_off', since: T - 60, by: 'Eva Vodná' },
  ],
  [
    'a warning beside a wanted stop leaves it grey',
    { values: STOPPED, alert: { title: TITLE, severity: 'warning' } },
    { kind: 'off', tone: 'off', reason: 'switched_off', alert: TITLE },
  ],
  [
    'a critical alert beside a wanted stop needs a person',
    { values: STOPPED, alert: { title: TITLE, severity: 'alarm' } },
    { kind: 'off', tone: 'act', reason: 'switched_off', alert: TITLE },
  ],
  [
    'a warning makes a healthy pump orange',
    { values: RESTING, alert: { title: TITLE, severity: 'warning' } },
    { kind: 'there', tone: 'look', reason: 'resting', alert: TITLE },
  ],
  [
    'a dry run needs a person, and says when the board tries again',
    { values: { ...STOPPED, pressure: 0.3 }, last: { next_try: T + 3600, stopped_for: 'DRY_RUN' } },
    { kind: 'missing', tone: 'act', reason: 'protection', event: 'DRY_RUN', next_try: T + 3600 },
  ],
  [
    'a pump whose retries a person ended is switched off, with the protection kept',
    {
      values: { ...STOPPED, pressure: 0.3 },
      stoppedBy: 'DRY_RUN',
      switchedOff: { by: 'Eva Vodná', at: T - 60 },
    },
    { kind: 'off', tone: 'off', reason: 'switched_off', event: 'DRY_RUN', since: T - 60, by: 'Eva Vodná' },
  ],
  [
    'a stop by a person before the protection does not hide it',
    {
      values: { ...STOPPED, pressure: 0.3 },
      stoppedBy: 'DRY_RUN',
      switchedOff: { by: 'Eva Vodná', at: T - 9000 },
      alert: { title: TITLE, severity: 'alarm', since: T - 60 },
    },
    { kind: 'missing', tone: 'act', reason: 'protection', event: 'DRY_RUN', since: T - 60 },
  ],
  [
    'a protection at pressure leaves water for a while',
    { values: { ...STOPPED, pressure: 6.2 }, stoppedBy: 'OVER_PRESSURE' },
    { kind: 'there', tone: 'act', reason: 'protection', event: 'OVER_PRESSURE' },
  ],
  [
    'the reading of a broken sensor is no pressure',
    { values: { ...STOPPED, pressure: 0 }, stoppedBy: 'SENSOR_BREAK' },
    { kind: 'unknown', tone: 'act', reason: 'sensor', event: 'SENSOR_BREAK' },
  ],
  [
    'a lock-out tag is a wanted stop',
    {
      values: STOPPED,
      tag: { id: 1, reason: 'výmena', by: { user_id: 1, name: 'Ján' }, since: T - 9, until: null },
    },
    { kind: 'off', tone: 'off', reason: 'tag', since: T - 9, by: 'Ján' },
  ],
  [
    'a tripped converter needs a person, with the time of its alert',
    {
      values: { on_off_state_r: 4, frequency_fc: 0, pressure: 0, fault: 10 },
      alert: { title: TITLE, severity: 'alarm', since: T - 99 },
    },
    { kind: 'missing', tone: 'act', reason: 'fault', since: T - 99, alert: TITLE },
  ],
  [
    'a converter without power needs a person',
    { values: { on_off_state_r: 5, frequency_fc: 0, pressure: 3 } },
    { kind: 'there', tone: 'act', reason: 'no_power' },
  ],
  [
    'an offline board is unknown, with what was known',
    { values: { ...RESTING, pressure: 4.2 }, isOffline: true, nowS: T + 9000 },
    { kind: 'unknown', tone: 'unknown', reason: 'offline', since: T, was: 'there' },
  ],
  [
    'an alert of an offline board does not make it red',
    { isOffline: true, alert: { title: TITLE, severity: 'alarm' } },
    { kind: 'unknown', tone: 'unknown', reason: 'offline', since: T, was: 'flows' },
  ],
  [
    'an offline board keeps its planned start',
    { values: STOPPED, last: { next_try: T + 60, stopped_for: 'DRY_RUN' }, isOffline: true },
    { kind: 'unknown', reason: 'offline', event: 'DRY_RUN', next_try: T + 60 },
  ],
  [
    'a silent converter is unknown, never off',
    { values: STOPPED, last: { fc: 0 } },
    { kind: 'unknown', tone: 'unknown', reason: 'converter' },
  ],
  ['a silent board is unknown', { nowS: T + 3600 }, { kind: 'unknown', reason: 'silent' }],
  [
    'an unknown state of the switch is unknown, never off',
    { values: { on_off_state_r: 7 } },
    { kind: 'unknown', tone: 'unknown' },
  ],
])('R9.1 %s', (_case, facts, expected) => expect(stateOf(facts)).toMatchObject(expected));

it('R9.1 a device without data is unknown', () => {
  expect(waterState({ last: undefined, look: 'unknown', nowS: T })).toEqual({
    kind: 'unknown',
    tone: 'unknown',
    reason: 'no_data',
  });
});
