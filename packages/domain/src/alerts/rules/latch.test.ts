import { expect, it } from 'vitest';
import { createReplay } from './replay.ts';

const START_MS = Date.UTC(2026, 5, 1);
const DAY_S = 86_400;
/** A pump of 0.75 kW, on a line of its own. */
const card = { motor_kw: 0.75, no_flow_w: 400, sensor_input: 1 } as const;
const usual = { on_off_state_r: 1, required_pressure: 3, motor_power: 0.5, rssi: -60 } as const;

/** One frame a minute; the pressure is low in the evening of some days. */
function monthOf(isLow: (day: number) => boolean, low: object) {
  const replay = createReplay({ card, off: ['endless_run', 'stuck_sensor'] });
  for (let s = 0; s < 30 * DAY_S; s += 60) {
    const isEvening = s % DAY_S >= 68_400 && s % DAY_S < 72_000;
    const frequency_fc = isEvening ? 42 : 0;
    const values = {
      ...usual,
      frequency_fc,
      pressure: 3,
      ...(isEvening && isLow(Math.floor(s / DAY_S)) && low),
    };
    replay.input({ kind: 'frame', atMs: START_MS + 1000 * s, fc: 1, hasClock: true, values });
  }
  return replay.alerts.filter(({ kind }) => kind === 'pressure_off');
}

it('P8: a pressure that is low every evening raises two alerts a month, not thirty', () => {
  const alerts = monthOf(() => true, { pressure: 1.6 });
  expect(alerts).toHaveLength(2);
  expect(alerts[1]?.clearedMs).toBeUndefined();
});

it('P8: an alert that came again clears three days after the last time', () => {
  const alerts = monthOf((day) => day < 5, { pressure: 1.6 });
  expect(alerts).toHaveLength(2);
  const clearedDay = ((alerts[1]?.clearedMs ?? 0) - START_MS) / (1000 * DAY_S);
  expect(clearedDay).toBeGreaterThan(7.5);
  expect(clearedDay).toBeLessThan(8.5);
});

it('an alert that comes once clears as soon as its cause is over', () => {
  const [alert] = monthOf((day) => day === 3, { pressure: 1.6 });
  const openS = ((alert?.clearedMs ?? 0) - (alert?.atMs ?? 0)) / 1000;
  expect(openS).toBeLessThan(3700);
});

it('P8: a garden that is larger than the pump raises nothing: full speed and full power', () => {
  expect(monthOf(() => true, { pressure: 1.7, frequency_fc: 50, motor_power: 0.9 })).toEqual([]);
});
