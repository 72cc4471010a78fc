import { expect, it } from 'vitest';
import { createReplay } from './replay.ts';

const START_MS = Date.UTC(2026, 5, 1, 12);
const HOUR_S = 3600;
const asleep = { on_off_state_r: 1, required_pressure: 3, pressure: 3.1, frequency_fc: 0, motor_power: 0 };

/** One frame a minute with the signal of each hour; no frame in an hour without one. */
function hoursOf(rssiOf: (hour: number) => number | undefined, count: number) {
  const replay = createReplay({ off: ['stuck_sensor'] });
  for (let s = 0; s < count * HOUR_S; s += 60) {
    const rssi = rssiOf(Math.floor(s / HOUR_S));
    const values = { ...asleep, rssi: rssi ?? 0 };
    const atMs = START_MS + 1000 * s;
    if (rssi !== undefined) replay.input({ kind: 'frame', atMs, fc: 1, hasClock: true, values });
  }
  return replay.alerts
    .filter(({ kind }) => kind === 'weak_wifi')
    .map(({ atMs, clearedMs = Number.NaN }) =>
      [atMs, clearedMs].map((ms) => (ms - START_MS) / 1000 / HOUR_S),
    );
}

it('weak Wi-Fi: half of a day below -80 dBm raises it, a day of -75 dBm clears it', () => {
  const alerts = hoursOf((hour) => (hour < 20 ? -84 : hour < 60 ? -78 : -74), 110);
  // The median of a day is good after twelve good hours.
  expect(alerts).toEqual([[12, 96]]);
});

it('weak Wi-Fi: an hour without frames does not restart the day that clears it', () => {
  const alerts = hoursOf((hour) => (hour === 80 ? undefined : hour < 60 ? -84 : -74), 110);
  expect(alerts).toEqual([[12, 96]]);
});

it('P8: a signal that wanders around the limit raises one alert in two weeks', () => {
  const alerts = hoursOf((hour) => (Math.floor(hour / 18) % 2 === 0 ? -83 : -72), 14 * 24);
  expect(alerts).toEqual([[12, Number.NaN]]);
});

it('P8: a signal that is weak every third hour is left to the summary of the week', () => {
  expect(hoursOf((hour) => (hour % 3 === 0 ? -88 : -70), 7 * 24)).toEqual([]);
});

it('a signal of -78 dBm is weak with three losses of the connection in a day', () => {
  const replay = createReplay({});
  const frames = (fromS: number, toS: number) => {
    for (let s = fromS; s < toS; s += 60) {
      const values = { ...asleep, rssi: -78 };
      replay.input({ kind: 'frame', atMs: START_MS + 1000 * s, fc: 1, hasClock: true, values });
    }
  };
  const wifi = () => replay.alerts.filter(({ kind }) => kind === 'weak_wifi');
  frames(0, 13 * HOUR_S);
  expect(wifi()).toEqual([]);
  for (let n = 1; n <= 3; n++)
    for (const isOnline of [true, false, true])
      replay.input({ kind: 'tick', atMs: START_MS + 1000 * (13 * HOUR_S + n), isOnline });
  frames(13 * HOUR_S + 60, 13 * HOUR_S + 600);
  expect(wifi()).toHaveLength(1);
});
