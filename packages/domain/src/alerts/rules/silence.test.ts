import type { PumpValues } from '@manoboard/contract/device/pump-card';
import { createSmallHouse, type SmallHouse } from '@manoboard/testkit/small-house';
import { describe, expect, it } from 'vitest';
import { createReplay } from './replay.ts';

const DAY_S = 86_400;
const HOUR_S = 3600;
/** A Monday. */
const START_S = Date.UTC(2026, 2, 2) / 1000;

/** A pump of 2.2 kW for 400 V with a tank of 100 l, at a mains of 1 bar. */
const card = {
  motor_kw: 2.2,
  motor_volts: 400,
  no_flow_w: 1250,
  source: 'mains',
  supply_bar: 1,
  tank_l: 100,
  tank_precharge_bar: 2.8,
  curve: [
    { lpm: 0, m: 60, w: 1250 },
    { lpm: 60, m: 55, w: 1700 },
    { lpm: 120, m: 42, w: 2150 },
    { lpm: 160, m: 28, w: 2400 },
  ],
} satisfies PumpValues;

/** People shower at 7, cook at 12 at weekends and at 18, and are away on holidays. */
const lives = (isAway: (day: number) => boolean) => (atS: number) => {
  const day = Math.floor(atS / DAY_S);
  const hour = (atS % DAY_S) / HOUR_S;
  if (isAway(day)) return 0;
  const uses = day % 7 >= 5 ? [9, 12, 18, 21] : [7, 18, 21.5];
  return uses.some((from) => hour >= from && hour < from + 0.4) ? 18 : 0;
};

/** Fewer frames than a board sends, without a gap between them: months of a house in a second. */
const FRAME_S = { running: 30, idle: 120 };

/** Noise that repeats, of ±0.02 bar. */
function noise() {
  let n = 0;
  return () => 0.02 * Math.sin(n++ * 1.7);
}

function watch(more: Partial<SmallHouse> = {}, own: Pick<PumpValues, 'sensor_place'> = {}, isNoisy = true) {
  const house: SmallHouse = {
    card: { ...card, ...own },
    setBar: 4,
    levelM: -10.197,
    wear: 1,
    clogged: 0,
    leakLpm: 0,
    drawLpm: lives(() => false),
    sensed: (bar) => bar,
    isBlocked: false,
    isOn: true,
    ...more,
  };
  const simulated = createSmallHouse(house, isNoisy ? noise() : undefined, FRAME_S);
  const replay = createReplay({ zone: 'UTC', card: house.card });
  let atS = 0;
  return {
    house,
    alerts: replay.alerts,
    state: replay.state,
    kinds: () => replay.alerts.map(({ kind }) => kind),
    open: () => replay.alerts.filter(({ clearedMs }) => clearedMs === undefined).map(({ kind }) => kind),
    run(days: number) {
      simulated.run(atS, atS + days * DAY_S, (s, values) =>
        replay.input({ kind: 'frame', atMs: 1000 * (START_S + s), fc: 1, hasClock: true, values }),
      );
      atS += days * DAY_S;
    },
  };
}

describe('unusual silence', () => {
  it('P2: a house with weekends raises nothing in two weeks and a weekend', () => {
    const house = watch();
    house.run(15);
    expect(house.alerts).toEqual([]);
  });

  it('P2: no start for three times the longest usual pause is a warning, which a start ends', () => {
    const house = watch({}, { sensor_place: 'house' });
    house.run(15);
    house.house.drawLpm = () => 0;
    house.run(1.2);
    expect(house.alerts).toEqual([]);
    house.run(1.3);
    expect(house.open()).toEqual(['unusual_silence']);
    const { silentH = 0, usualH = 99 } = house.alerts[0]?.numbers ?? {};
    expect(silentH).toBeGreaterThanOrEqual(3 * usualH - 0.2);
    house.house.drawLpm = lives(() => false);
    house.run(1);
    expect(house.open()).toEqual([]);
  });

  it('a holiday is learned as a pause: the next one of the same length raises nothing', () => {
    const isAway = (day: number) => (day >= 15 && day < 22) || (day >= 40 && day < 47);
    const house = watch({ drawLpm: lives(isAway) }, { sensor_place: 'house' });
    house.run(38);
    expect(house.kinds()).toEqual(['unusual_silence']);
    house.run(20);
    expect(house.kinds()).toEqual(['unusual_silence']);
  });

  it('a pump that is switched off is not silent', () => {
    const house = watch();
    house.run(15);
    house.house.isOn = false;
    house.run(4);
    expect(house.alerts).toEqual([]);
  });

  it('is silent until 12 days are learned', () => {
    const house = watch();
    house.run(5);
    house.house.drawLpm = () => 0;
    house.run(5);
    expect(house.alerts).toEqual([]);
  });
});

describe('stuck sensor', () => {
  it('P2: a reading without noise for an hour, of a sensor with noise, is a warning before the pause is unusual', () => {
    const house = watch();
    house.run(15);
    house.house.sensed = () => 4.02;
    house.run(0.2);
    expect(house.open()).toEqual(['stuck_sensor']);
    house.house.sensed = (bar) => bar;
    house.run(0.2);
    expect(house.open()).toEqual([]);
  });

  it('a sensor without noise raises nothing in weeks with nights', () => {
    const house = watch({}, {}, false);
    house.run(20);
    expect(house.alerts).toEqual([]);
  });

  it('a reading that stays through three starts and stops is an alarm, before anything is learned', () => {
    const replay = createReplay({ card });
    const values = { on_off_state_r: 1, pressure: 3.4, required_pressure: 4, motor_power: 1 } as const;
    for (let s = 0; s < 400; s += 10)
      replay.input({
        kind: 'frame',
        atMs: 1000 * (START_S + s),
        fc: 1,
        hasClock: true,
        values: { ...values, frequency_fc: Math.floor(s / 100) % 2 === 0 ? 0 : 44 },
      });
    expect(replay.alerts.map(({ kind, severity }) => [kind, severity])).toContainEqual([
      'stuck_sensor',
      'alarm',
    ]);
  });
});

it('empty pipes read 0 bar without noise: that is no stuck sensor', () => {
  const replay = createReplay({ card });
  const values = { on_off_state_r: 1, pressure: 0, required_pressure: 4, motor_power: 2.4 } as const;
  for (let s = 0; s < 400; s += 10) {
    const frequency_fc = Math.floor(s / 100) % 2 === 0 ? 0 : 44;
    const input = { kind: 'frame', atMs: 1000 * (START_S + s), fc: 1, hasClock: true } as const;
    replay.input({ ...input, values: { ...values, frequency_fc } });
  }
  expect(replay.alerts.map(({ kind }) => kind)).not.toContain('stuck_sensor');
});

describe('blocked outlet', () => {
  it('P2: a pressure at the pump that fell in every pause and does not fall any more is named so', () => {
    const house = watch({ leakLpm: 0.04 }, { sensor_place: 'pump' });
    house.run(15);
    [house.house.isBlocked, house.house.leakLpm] = [true, 0];
    house.run(2.5);
    expect(house.open()).toEqual(['blocked_outlet']);
  });

  it('an empty house whose pressure never fell in a pause is silent, not blocked', () => {
    const house = watch({}, { sensor_place: 'pump' });
    house.run(15);
    house.house.drawLpm = () => 0;
    house.run(2.5);
    expect(house.open()).toEqual(['unusual_silence']);
  });
});

it('what is remembered of a silent and noisy house stays below 4 kB', () => {
  const house = watch();
  house.run(20);
  expect(JSON.stringify(house.state()).length).toBeLessThan(4096);
});
