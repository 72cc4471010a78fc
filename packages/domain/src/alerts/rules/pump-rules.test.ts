import type { PumpValues } from '@manoboard/contract/device/pump-card';
import type { Reading } from '@manoboard/contract/mqtt/reading';
import { describe, expect, it } from 'vitest';
import { createReplay } from './replay.ts';

const card = { motor_kw: 1.5, no_flow_w: 1300, sensor_place: 'pump' } as const;
const HZ = 46;

/** Frames every five seconds at one speed with these loads, relative to a closed valve. */
function watch(loadAt: (n: number) => number, minutes: number, replay = createReplay({ card }), fromS = 0) {
  for (let n = 0; n < minutes * 12; n++)
    replay.input({
      kind: 'frame',
      atMs: 1000 * (fromS + 5 * n),
      fc: 1,
      hasClock: true,
      values: {
        on_off_state_r: 1,
        frequency_fc: HZ,
        pressure: 3.2 + 0.01 * (n % 3),
        required_pressure: 3.3,
        motor_power: (loadAt(n) * card.no_flow_w * (HZ / 50) ** 3) / 1000,
      },
    });
  return replay;
}
const foundIn = ({ alerts }: ReturnType<typeof watch>) =>
  alerts.map(({ kind, severity }) => `${severity} ${kind}`);

/** Slugs of air: the load jumps while the speed is steady. */
const slugs = (n: number) => [0.72, 0.95, 0.66, 1.01, 0.78, 0.7][n % 6] ?? 1;

describe('air in the suction', () => {
  it('a load that falls below that of a closed valve again and again is air, not a closed valve', () => {
    const replay = watch(slugs, 4);
    expect(foundIn(replay)).toEqual(['warning dry_run']);
    expect(replay.alerts[0]?.numbers).toMatchObject({ air: 1, heldS: 60 });
  });

  it('running with water ends it', () => {
    const replay = watch(slugs, 4);
    watch(() => 1.3, 20, replay, 240);
    expect(replay.alerts[0]?.clearedMs).toBeDefined();
  });

  it('a steady load of a closed valve is no flow, and no air', () =>
    expect(foundIn(watch(() => 0.98, 4))).toEqual(['warning no_flow']));

  it('without the power at a closed valve nothing is known about air', () =>
    expect(foundIn(watch(slugs, 4, createReplay({ card: { motor_kw: 1.5 } })))).toEqual([]));
});

/** A 1.5 kW pump beside its tank, 45 m at a closed valve; the sensor is on an input that frames do not carry. */
const HOUSE = {
  motor_kw: 1.5,
  no_flow_w: 1000,
  source: 'tank',
  sensor_input: 1,
  sensor_place: 'house',
  curve: [
    { lpm: 0, m: 45, w: 1000 },
    { lpm: 40, m: 40, w: 1400 },
    { lpm: 80, m: 22, w: 1600 },
  ],
} as const satisfies PumpValues;

/** What two minutes of these values raise, and the numbers of the first alert. */
function raisedBy(values: Partial<Reading>, own: PumpValues = HOUSE, pressure = {}) {
  const replay = createReplay({ card: own, pressure });
  for (let n = 0; n < 24; n++)
    replay.input({
      kind: 'frame',
      atMs: 5000 * n,
      fc: 1,
      hasClock: true,
      values: { on_off_state_r: 1, required_pressure: 3.5, ...values },
    });
  return { found: foundIn(replay), numbers: replay.alerts[0]?.numbers };
}

describe('a pipe that is blocked between the pump and a sensor in the house', () => {
  /** Half of the largest flow, which the pump lifts by 40 m. */
  const starved = { frequency_fc: 50, pressure: 1.2, motor_power: 1.4 };

  it('the pump makes its pressure and the house does not get it', () => {
    const { found, numbers } = raisedBy(starved);
    expect(found).toEqual(['warning no_flow']);
    expect(numbers).toMatchObject({ starved: 1, pressure: 1.2, frequency: 50 });
  });

  it.each<[string, Partial<Reading>, PumpValues]>([
    ['a worn pump has most of its head', { ...starved, pressure: 2.9 }, HOUSE],
    ['a draw at the end of the curve has little head', { ...starved, motor_power: 1.55 }, HOUSE],
    ['a sensor at the pump does not see it', starved, { ...HOUSE, sensor_place: 'pump' }],
    ['without a curve nothing is known', starved, { ...HOUSE, curve: undefined }],
    ['a pump that is filling a pipe is not at full speed', { ...starved, frequency_fc: 42 }, HOUSE],
  ])('%s', (_title, values, own) =>
    expect(raisedBy(values, own).found.filter((alert) => alert.includes('no_flow'))).toEqual([]),
  );
});

describe('a sensor whose input frames do not carry', () => {
  const asleep = { frequency_fc: 0, motor_power: 0 };
  it.each([
    ['17.6 bar of a sensor of 16 bar is no pressure', 17.6, 16, ['alarm sensor_fault']],
    ['16.5 bar is within its range', 16.5, 16, ['warning pressure_off']],
    ['an unknown range says nothing', 17.6, undefined, ['warning pressure_off']],
  ])('%s', (_title, bar, sensor_max, expected) => {
    const replay = createReplay({ card: HOUSE, pressure: { min: 1, max: 20, sensor_max } });
    for (let s = 0; s < 400; s += 10)
      replay.input({
        kind: 'frame',
        atMs: 1000 * s,
        fc: 1,
        hasClock: true,
        values: { on_off_state_r: 1, required_pressure: 3.5, ...asleep, pressure: bar },
      });
    expect(foundIn(replay)).toEqual(expected);
  });
});

describe('R5.5 a board with a config from elsewhere', () => {
  /** A pump in mode 10 that holds its 8 bar. */
  const holding = { required_pressure: 0.8, pressure: 8, frequency_fc: 40, motor_power: 0.9 };
  it.each([
    ['by the defaults it is above the bounds', {}, ['alarm over_pressure']],
    ['by its own config it is fine', { normalizer: 10 }, []],
    ['an unknown config says nothing', null, []],
  ] as const)('%s', (_title, pressure, expected) => {
    const replay = createReplay({ card: { ...HOUSE, curve: undefined }, pressure });
    for (let s = 0; s < 400; s += 10)
      replay.input({
        kind: 'frame',
        atMs: 1000 * s,
        fc: 1,
        hasClock: true,
        values: { on_off_state_r: 1, ...holding },
      });
    expect(foundIn(replay)).toEqual(expected);
  });
});
