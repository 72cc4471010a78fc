import { RuleKind } from '@manoboard/contract/alert/kinds';
import { EventCode } from '@manoboard/contract/mqtt/event';
import type { Reading } from '@manoboard/contract/mqtt/reading';
import { alertRules } from '@manoboard/domain/alerts/rules/alert-rules';
import type { RuleInput } from '@manoboard/domain/alerts/rules/inputs';

import { createRehearsal, otherValues, withNumbers } from '@manoboard/domain/alerts/rules/rehearsal';
import { createReplay } from '@manoboard/domain/alerts/rules/replay';
import { type AlertSettings, numbersOf } from '@manoboard/domain/alerts/rules/settings';
import { HOUR_MS } from '@manoboard/domain/time';

type Random = () => number;

/** mulberry32 */
function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
const START_MS = Date.UTC(2026, 8, 1);

const healthy: Partial<Reading> = {
  on_off_state_r: 1,
  modbus: 2,
  frequency_fc: 40,
  pressure_control: 0,
  required_pressure: 4,
  pressure: 4,
  motor_power: 0.68,
  motor_current: 4.9,
  bus_voltage: 318,
  temperature_fc: 48,
  fault: 0,
  rssi: -61,
  analog_input_2: 4,
  electro_meter: 100,
  motor_operating_hours: 50,
};

/** What goes wrong for some time; each reaches a rule. */
const TROUBLES: ((random: Random) => Partial<Reading> | 'no_fc' | 'no_clock')[] = [
  () => ({}),
  () => ({}),
  (random) => ({ rssi: -70 - 25 * random() }),
  (random) => ({ temperature_fc: 60 + 40 * random() }),
  (random) => ({ bus_voltage: 190 + 120 * random() }),
  (random) => ({ pressure: 8 * random() }),
  () => ({ pressure: 0.1, frequency_fc: 50, motor_power: 0.1 }),
  (random) => ({ analog_input_2: 12 * random() }),
  (random) => ({ fault: Math.floor(30 * random()) }),
  (random) => ({ electro_meter: 100 + 300 * random() }),
  () => 'no_fc',
  () => 'no_clock',
];

/** Frames, gaps, events, ticks, changes of the configuration and parameters of a device, in the order of their time. */
function randomInputs(seed: number, hours: number): RuleInput[] {
  const random = seeded(seed);
  const pick = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)] as T;
  const inputs: RuleInput[] = [];
  /** Some pumps start every few minutes, some run all night. */
  const cycleMs = pick([90_000, 300_000, 1_200_000, 7_200_000]);
  let [atMs, trouble, troubleEndMs] = [START_MS, pick(TROUBLES)(random), START_MS];
  const oddInput = (): RuleInput =>
    pick<() => RuleInput>([
      () => ({ kind: 'tick', atMs, isOnline: pick([true, false, false, null]) }),
      () => ({ kind: 'config', atMs, isApplied: random() < 0.5 }),
      () => ({
        kind: 'parameters',
        atMs,
        converter: 'FC-1',
        isWritten: false,
        values: [[0x0e01, pick([1, 2])]],
        selfStarts: [
          [
            0x0115,
            ...pick<[number, 'power_cut', boolean]>([
              [0, 'power_cut', false],
              [1, 'power_cut', true],
            ]),
          ],
        ],
      }),
      () => ({
        kind: 'event',
        atMs,
        event: {
          id: `E${Math.floor(3 * random())}`,
          code: pick(EventCode.options),
          st: pick(['raised', 'cleared']),
          sev: pick(['info', 'warning', 'alarm']),
          d: { fault: pick([0, 10, 16, 7]) },
        },
      }),
    ])();
  for (const endMs = START_MS + hours * HOUR_MS; atMs < endMs; ) {
    atMs += random() < 0.003 ? 600_000 * random() : pick([5000, 10_000, 30_000, 60_000]);
    if (atMs >= troubleEndMs) {
      trouble = pick(TROUBLES)(random);
      troubleEndMs = atMs + pick([120_000, 900_000, 3_600_000]) * random();
    }
    if (random() < 0.02) inputs.push(oddInput());
    const isRunning = atMs % cycleMs < cycleMs / 2;
    const values = { ...healthy, ...(!isRunning && { frequency_fc: 0, motor_power: 0, motor_current: 0 }) };
    inputs.push({
      kind: 'frame',
      atMs,
      fc: trouble === 'no_fc' ? 0 : 1,
      hasClock: trouble !== 'no_clock',
      values: trouble === 'no_fc' ? { rssi: -61 } : { ...values, ...(trouble !== 'no_clock' && trouble) },
    });
  }
  return inputs;
}

/** A rule, the numbers of the device and new ones, all at random. */
function randomChange(seed: number) {
  const random = seeded(seed + 0.5);
  const numbersFor = (kind: RuleKind) =>
    Object.fromEntries(
      Object.entries(alertRules[kind].thresholds)
        .filter(() => random() < 0.6)
        .map(([name, { low, high }]) => [name, low + (high - low) * random() ** 4]),
    );
  const kind = RuleKind.options[Math.floor(random() * RuleKind.options.length)] as RuleKind;
  const settings: AlertSettings = {
    zone: 'Etc/GMT-2',
    card: { motor_kw: 1.386, motor_volts: 230, motor_a: 5, no_flow_w: 896, sensor_input: 2 },
    thresholds: Object.fromEntries(RuleKind.options.map((each) => [each, numbersFor(each)])),
    off: RuleKind.options.filter(() => random() < 0.1),
  };
  return { kind, settings, thresholds: numbersFor(kind) };
}

/** Compares the rehearsal of a random change with one replay of all rules for each set of numbers. */
export function rehearseAtRandom(seed: number, hours: number) {
  const { kind, settings, thresholds } = randomChange(seed);
  const inputs = randomInputs(seed, hours);
  const changed = withNumbers(settings, kind, thresholds);
  const replayed = (of: AlertSettings) => {
    const replay = createReplay(of);
    for (const input of inputs) replay.input(input);
    return replay.alerts.filter((alert) => alert.kind === kind);
  };
  const rule = alertRules[kind].thresholds;
  const [vary, threshold] = Object.entries(rule)[seed % Object.keys(rule).length] ?? ['afterS', rule.afterS];
  const [before, after] = [settings, changed].map((of) => numbersOf(kind, rule, of)[vary] ?? 0);
  const values = otherValues(threshold, before ?? 0, after ?? 0).slice(0, 2);
  const rehearsal = createRehearsal({ kind, settings, thresholds, vary, values, dayStartsMs: [START_MS] });
  for (const input of inputs) rehearsal.input(input);
  return {
    kind,
    rehearsed: rehearsal.result(),
    replayed: {
      today: replayed(settings),
      changed: replayed(changed),
      others: values.map((value) => ({
        value,
        count: replayed(withNumbers(changed, kind, { [vary]: value })).length,
      })),
    },
  };
}
