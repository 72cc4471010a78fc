import { expect, it } from 'vitest';
import { DAY_S } from '../../time.ts';
import { createReplay } from './replay.ts';

interface Tank {
  /** Water that the tank gives between two starts, l. */
  litres: number;
  /** Draws of ten minutes a day. */
  draws: number;
  setBar?: number;
}

/** Draws of 6 and 9 l/min: the pump runs for 30 s and pauses while the tank gives its water. */
function raisedBy(tankOf: (day: number) => Tank, days: number) {
  const replay = createReplay({
    card: { motor_kw: 1.1, motor_phases: 3 },
    zone: 'UTC',
    off: ['stuck_sensor'],
  });
  const frame = (s: number, isRunning: boolean, setBar: number) =>
    replay.input({
      kind: 'frame',
      atMs: 1000 * s,
      fc: 1,
      hasClock: true,
      values: {
        on_off_state_r: 1,
        frequency_fc: isRunning ? 42 : 0,
        required_pressure: setBar,
        pressure: setBar,
      },
    });
  for (let day = 0; day < days; day++) {
    const { litres, draws, setBar = 3 } = tankOf(day);
    for (let draw = 0; draw < draws; draw++) {
      const fromS = day * DAY_S + 6 * 3600 + draw * Math.floor((16 * 3600) / draws);
      const pauseS = (60 * litres) / (draw % 2 === 0 ? 6 : 9);
      frame(fromS - 300, false, setBar);
      for (let s = fromS; s < fromS + 600; s += 30 + pauseS) {
        frame(s, true, setBar);
        frame(s + 30, false, setBar);
      }
      for (let s = fromS + 700; s < fromS + 1300; s += 120) frame(s, false, setBar);
    }
  }
  return replay.alerts
    .filter(({ kind }) => kind === 'short_cycling')
    .map(({ atMs, numbers: { cause } }) => ({ day: Math.floor(atMs / 1000 / DAY_S), cause }));
}

const LOST_AIR = 2;

it('P8: a tank that gives a quarter of its water is named on the first day, before the starts are too many', () =>
  expect(raisedBy((day) => ({ litres: day < 8 ? 4 : 1, draws: 10 }), 10)).toEqual([
    { day: 8, cause: LOST_AIR },
  ]));

it.each<[string, (day: number) => Tank]>([
  ['twice as many draws have the same pauses', (day) => ({ litres: 4, draws: day < 8 ? 6 : 12 })],
  ['two days teach nothing', (day) => ({ litres: day < 2 ? 4 : 1, draws: 10 })],
  [
    'another set point is learned anew',
    (day) => ({ litres: day < 8 ? 4 : 1, draws: 10, setBar: day < 8 ? 3 : 4 }),
  ],
  ['a tank that gives a little less is none', (day) => ({ litres: day < 8 ? 4 : 3, draws: 10 })],
])('%s', (_title, tankOf) => expect(raisedBy(tankOf, 11)).toEqual([]));

it('pauses that stay short for two weeks are those of another tank', () => {
  const alerts = raisedBy((day) => ({ litres: day < 8 ? 4 : 1, draws: 10 }), 40);
  expect(alerts).toEqual([{ day: 8, cause: LOST_AIR }]);
});
