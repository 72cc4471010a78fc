import type { PumpValues } from '@manoboard/contract/device/pump-card';
import { createSmallHouse, type SmallHouse } from '@manoboard/testkit/small-house';
import { describe, expect, it } from 'vitest';
import { createReplay } from './replay.ts';

const DAY_S = 86_400;
const START_S = Date.UTC(2026, 2, 2) / 1000;

/** A borehole pump of 0.55 kW with a small tank, 22 m above the water. */
const WELL = {
  motor_kw: 0.55,
  no_flow_w: 480,
  source: 'well',
  rest_level_m: 22,
  tank_l: 24,
  tank_precharge_bar: 2.1,
  curve: [
    { lpm: 0, m: 82, w: 480 },
    { lpm: 15, m: 78, w: 620 },
    { lpm: 30, m: 66, w: 740 },
    { lpm: 45, m: 44, w: 800 },
  ],
} satisfies PumpValues;

/** A booster of 4 kW behind a mains of 2 bar. */
const BOOSTER = {
  motor_kw: 4,
  motor_volts: 400,
  no_flow_w: 2400,
  source: 'mains',
  supply_bar: 2,
  tank_l: 200,
  tank_precharge_bar: 3.5,
  curve: [
    { lpm: 0, m: 58, w: 2400 },
    { lpm: 100, m: 53, w: 3300 },
    { lpm: 200, m: 42, w: 4100 },
    { lpm: 260, m: 30, w: 4500 },
  ],
} satisfies PumpValues;

/** A draw of a small and one of a large flow a day, of ten minutes each. */
function watch(own: SmallHouse['card'], card: PumpValues = own) {
  const endLpm = own.curve.at(-1)?.lpm ?? 0;
  const house: SmallHouse = {
    card: own,
    setBar: own === WELL ? 3 : 5,
    levelM: own === WELL ? 22 : -2 * 10.197,
    wear: 1,
    clogged: 0,
    leakLpm: 0,
    drawLpm: (atS) => {
      const minute = (atS % DAY_S) / 60;
      if (minute >= 430 && minute < 440) return 0.18 * endLpm * (1 + 0.15 * Math.sin(atS / 500));
      return minute >= 1100 && minute < 1110 ? 0.5 * endLpm * (1 + 0.15 * Math.sin(atS / 700)) : 0;
    },
    sensed: (bar) => bar,
    isBlocked: false,
    isOn: true,
  };
  const simulated = createSmallHouse(house);
  const replay = createReplay({ zone: 'UTC', card, off: ['leak'] });
  let day = 0;
  return {
    house,
    alerts: replay.alerts,
    found: () => replay.alerts.map(({ kind, severity }) => `${severity} ${kind}`),
    open: () => replay.alerts.filter(({ clearedMs }) => clearedMs === undefined).map(({ kind }) => kind),
    /** Only hours with draws are simulated. */
    days(count: number, change: (day: number) => void = () => undefined) {
      for (const end = day + count; day < end; day++) {
        change(day);
        for (const minute of [425, 1095])
          simulated.run(day * DAY_S + 60 * minute, day * DAY_S + 60 * (minute + 18), (s, values) =>
            replay.input({ kind: 'frame', atMs: 1000 * (START_S + s), fc: 1, hasClock: true, values }),
          );
      }
    },
  };
}

describe('head at equal flow and speed', () => {
  it('P4: a healthy pump raises nothing in three weeks, whatever the set point', () => {
    for (const own of [WELL, BOOSTER]) {
      const house = watch(own);
      house.days(21, (day) => {
        house.house.setBar = (own === WELL ? 3 : 5) + (day % 14 > 7 ? 0.4 : 0);
      });
      expect(house.found()).toEqual([]);
    }
  });

  it('P4: a healthy well house whose frequency before sleep jumps raises nothing', () => {
    const replay = createReplay({ zone: 'UTC', card: WELL });
    // A closed check valve holds 3 bar while the controller slows the pump: power on the no-flow curve.
    for (let n = 0; n < 40 * 24; n++) {
      const perRoot = Math.floor(n / 24) % 3 === 0 ? 18.7 : 14;
      const hz = perRoot * Math.sqrt(3);
      for (let k = 0; k < 4; k++)
        replay.input({
          kind: 'frame',
          atMs: 1000 * (START_S + n * 3600 + 5 * k),
          fc: 1,
          hasClock: true,
          values: {
            on_off_state_r: 1,
            frequency_fc: k < 3 ? hz : 0,
            pressure: 3,
            required_pressure: 3,
            motor_power: k < 3 ? (480 * (hz / 50) ** 3) / 1000 : 0,
          },
        });
    }
    expect(replay.alerts.filter(({ kind }) => kind !== 'stuck_sensor')).toEqual([]);
  });

  it.each([
    [0.92, ['warning worn_impeller']],
    [0.85, ['alarm worn_impeller']],
    [0.98, []],
  ])('a worn impeller of a booster: %d of the head', (wear, expected) => {
    const house = watch(BOOSTER);
    house.days(7);
    house.house.wear = wear;
    house.days(4);
    expect(house.found()).toEqual(expected);
    house.house.wear = 1;
    house.days(4);
    expect(house.open()).toEqual([]);
  });

  it('a clogged suction is named apart: it takes head at a large flow only', () => {
    for (const own of [WELL, BOOSTER]) {
      const house = watch(own);
      house.days(7);
      house.house.clogged = 8 / (0.5 * (own.curve.at(-1)?.lpm ?? 0)) ** 2;
      house.days(4);
      expect(house.found()).toEqual(['warning clogged_suction']);
    }
  });

  it('a lower well is named with its metres; wear is not, since both look the same there', () => {
    const house = watch(WELL);
    house.days(7);
    house.house.levelM = 28;
    house.days(4);
    expect(house.found()).toEqual(['warning low_well']);
    const lower = house.alerts[0]?.numbers.lower ?? 0;
    expect(Math.abs(lower - 6)).toBeLessThan(1.5);
  });

  it('without powers on the curve equal loads are compared; without a source nothing is', () => {
    const { curve, ...more } = BOOSTER;
    const heads = curve.map(({ lpm, m }) => ({ lpm, m }));
    const { source: _source, ...unknown } = BOOSTER;
    const worn = (card: PumpValues) => {
      const house = watch(BOOSTER, card);
      house.days(7);
      house.house.wear = 0.85;
      house.days(4);
      return house.found();
    };
    expect(worn({ ...more, curve: heads })).toEqual(['alarm worn_impeller']);
    // The rated point and the plate of the motor instead of a curve.
    const plate = { motor_a: 8.1, motor_cos_phi: 0.8, motor_phases: 3 } as const;
    const rated = { no_flow_bar: 5.7, pump_head_m: 42, pump_flow_lpm: 200 };
    expect(worn({ ...more, ...plate, ...rated })).toEqual(['alarm worn_impeller']);
    expect(worn(unknown)).toEqual([]);
  });
});
