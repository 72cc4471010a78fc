import { dry, high, LIMITS } from '@manoboard/testkit/protected-pump';
import { expect, it } from 'vitest';
import { evaluateProtection, newProtection } from '../../protection/protection.ts';
import type { ProtectionSample } from '../../protection/rules.ts';
import { eventNumbers, heldSecondsOf, measuredValues } from './alert-numbers.ts';
import { evaluate, newRuleState } from './evaluate.ts';
import type { RuleInput } from './inputs.ts';
import { PUMP } from './memory.ts';

/** What the rules raise from these inputs. */
function raisedBy(inputs: readonly RuleInput[]) {
  let state = newRuleState();
  return inputs.flatMap((input) => {
    const result = evaluate(state, input, { card: { motor_volts: 230 } });
    state = result.state;
    return result.raised;
  });
}
const frame = (atS: number, values: object, fc: 0 | 1 = 1): RuleInput => ({
  kind: 'frame',
  atMs: 1000 * atS,
  fc,
  hasClock: true,
  values,
});
const RUNNING = { on_off_state_r: 1, frequency_fc: 42, pressure: 4 };

it('R7.4 an alert of a rule has the values, how long the condition lasted, and that the pump runs', () => {
  const low = { ...RUNNING, bus_voltage: 240.24 };
  expect(raisedBy([frame(0, RUNNING), frame(6, low), frame(12, low)])).toMatchObject([
    {
      kind: 'under_voltage',
      numbers: { volt: 240.2, heldS: 6, pump: PUMP.runs, pressure: 4, frequency: 42 },
    },
  ]);
});

it.each([
  ['runs', RUNNING],
  ['waits', { ...RUNNING, frequency_fc: 0 }],
  ['stands', { on_off_state_r: 3, frequency_fc: 0 }],
] as const)(
  'R7.4 an offline board has the last known state of its pump, and when it was known: %s',
  (phase, values) => {
    const silent = [400, 2400].map((atS): RuleInput => ({ kind: 'tick', atMs: 1000 * atS, isOnline: false }));
    const [offline] = raisedBy([frame(0, values), ...silent]).filter(({ kind }) => kind === 'board_offline');
    expect(offline?.numbers).toEqual({ heldS: 2000, lastPump: PUMP[phase], lastAgoS: 2400 });
  },
);

it('an unknown value is absent, never 0', () => {
  expect(eventNumbers({ code: 'FC_FAULT', d: { fault: 10 } }, 0)).toEqual({
    fault: 10,
    heldS: 0,
    pump: PUMP.stands,
  });
  expect(measuredValues({ volt: 183.6, pump: 0 })).toEqual({ bus_voltage: 183.6 });
});

it('the condition of a protection began before its event, also of boards that do not say so', () => {
  expect(heldSecondsOf({ code: 'DRY_RUN' })).toBe(10);
  expect(heldSecondsOf({ code: 'DRY_RUN', held: 14 })).toBe(14);
  expect(heldSecondsOf({ code: 'FC_FAULT' })).toBe(0);
});

it.each([
  ['dry running is retried after an hour', dry, { heldMs: 10_000, isStopping: true, retryInMs: 3_600_000 }],
  ['over-pressure needs a person', high, { heldMs: 2000, isStopping: true, retryInMs: 0 }],
  [
    'under keypad control the board stops nothing',
    { ...dry, canCommand: false },
    { heldMs: 10_000, isStopping: false, retryInMs: 0 },
  ],
])('a protection says what it does: %s', (_case, sample: ProtectionSample, facts) => {
  let state = newProtection();
  const raised = Array.from({ length: 11 }, (_, s) => {
    const result = evaluateProtection(state, sample, LIMITS, 1000 * s);
    state = result.state;
    return result.actions.filter(({ act }) => act === 'raise');
  }).flat();
  expect(raised).toMatchObject([facts]);
});
