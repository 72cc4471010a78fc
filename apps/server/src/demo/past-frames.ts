import type { Reading } from '@manoboard/contract/mqtt/reading';
import type { LastValues } from '@manoboard/contract/nouns/device';
import type { HistoryFrame } from '@manoboard/domain/history/rollup';
import type { Scenario } from './demo-data.ts';
import { STEPS } from './demo-past.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
/** The houses are in UTC+1. */
const AHEAD_MS = 60 * MINUTE_MS;
/** A boot before the first one of the board. */
const BOOT = 0;

/** Draws of water in each hour of the day; 30 a day in all. */
const DRAWS = [
  0.1, 0.1, 0.05, 0.05, 0.2, 0.9, 2.2, 2.6, 1.6, 1, 0.9, 1.1, 1.6, 1, 0.8, 1, 1.5, 2.1, 2.7, 2.6, 2.2, 1.6, 1,
  0.4,
];

interface House {
  setBar: number;
  /** Draws of a day in relation to a household. */
  draws: (isWeekend: boolean) => number;
  /** For how many days the pump has been as it is now: off or tripped. */
  restDays: number;
}
const HOUSES: Record<Scenario, House> = {
  household: { setBar: 4, draws: (isWeekend) => (isWeekend ? 1.2 : 1), restDays: 0 },
  tall_house: { setBar: 8, draws: () => 2.4, restDays: 0 },
  cottage: { setBar: 4, draws: (isWeekend) => (isWeekend ? 0.9 : 0.02), restDays: 0 },
  stopped: { setBar: 4, draws: () => 0.8, restDays: 6.4 },
  weak_mains: { setBar: 4, draws: () => 0.7, restDays: 2.3 },
};

/** Repeatable: a second server or a second run makes the same frames. */
function randomOf(seed: number) {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits));

export interface PastFrame extends HistoryFrame {
  d: Partial<Reading>;
}

interface Minute {
  atMs: number;
  /** Undefined while the motor does not turn. */
  step: (typeof STEPS)[number] | undefined;
  bar: number;
}

/** Each minute of the past: draws at random times, a pressure that sinks while the pump waits. */
function listMinutes(house: House, seed: number, fromMs: number, toMs: number): Minute[] {
  const random = randomOf(seed);
  const minutes: Minute[] = [];
  let [left, step, bar] = [0, STEPS[0] as (typeof STEPS)[number], house.setBar];
  for (let atMs = fromMs; atMs < toMs; atMs += MINUTE_MS) {
    const local = new Date(atMs + AHEAD_MS);
    const isWeekend = local.getUTCDay() % 6 === 0;
    const chance = ((DRAWS[local.getUTCHours()] ?? 0) * house.draws(isWeekend)) / 60;
    const isResting = atMs >= toMs - house.restDays * DAY_MS;
    if (left > 0) left -= 1;
    else if (!isResting && random() < chance) {
      left = 1 + Math.floor(5 * random());
      step = STEPS[Math.floor(STEPS.length * random() ** 2)] ?? step;
    }
    const isRunning = left > 0;
    bar = isRunning ? house.setBar + 0.12 * (random() - 0.5) : Math.max(house.setBar * 0.86, bar - 0.002);
    minutes.push({ atMs, step: isRunning ? step : undefined, bar });
  }
  return minutes;
}

/**
 * A frame a minute from before the board's first one: the days of a house like that of the simulator, drawn without its
 * physics. The meters end at the values that the board reported.
 */
export function listPastFrames(
  scenario: Scenario,
  last: LastValues,
  seed: number,
  fromMs: number,
  toMs: number,
): PastFrame[] {
  const house = HOUSES[scenario];
  const minutes = listMinutes(house, seed, fromMs, toMs);
  const noise = randomOf(seed + 1);
  let kwh =
    (last.electro_meter ?? 0) - minutes.reduce((sum, { step }) => sum + (step?.motor_power ?? 0) / 60, 0);
  let hours = (last.motor_operating_hours ?? 0) - minutes.filter(({ step }) => step).length / 60;
  let heat = 0;
  return minutes.map(({ atMs, step, bar }, seq) => {
    const power = step?.motor_power ?? 0;
    kwh += power / 60;
    hours += step ? 1 / 60 : 0;
    heat += (power - heat) * 0.08;
    const warmth = 1.5 * Math.sin((2 * Math.PI * (atMs + AHEAD_MS - DAY_MS / 3)) / DAY_MS);
    const isAtRest = atMs >= toMs - house.restDays * DAY_MS;
    const d: Partial<Reading> = {
      on_off_state_r: isAtRest ? (last.on_off_state_r ?? 1) : 1,
      fault: isAtRest ? (last.fault ?? 0) : 0,
      modbus: last.modbus ?? 2,
      pressure_control: last.pressure_control ?? 0,
      required_pressure: last.required_pressure ?? house.setBar,
      pressure: rounded(bar, 2),
      frequency_fc: step?.frequency_fc ?? 0,
      motor_current: step?.motor_current ?? 0,
      motor_power: power,
      motor_rpm: Math.round(60 * 0.97 * (step?.frequency_fc ?? 0)),
      bus_voltage: rounded(325.3 - 8 * power + noise(), 1),
      temperature_fc: rounded(33 + 12 * heat + warmth, 1),
      temperature_mnb: rounded(34 + 2 * heat + warmth, 1),
      electro_meter: Math.max(0, rounded(kwh, 1)),
      motor_operating_hours: Math.max(0, Math.floor(hours)),
      rssi: Math.round((last.rssi ?? -61) + 4 * (noise() - 0.5)),
    };
    return { tsMs: atMs, boot: BOOT, seq: seq + 1, fc: 1, d, na: [] };
  });
}
