import type { PumpValues } from '@manoboard/contract/device/pump-card';
import { createSmallHouse, type SmallHouse } from '@manoboard/testkit/small-house';
import { describe, expect, it } from 'vitest';
import { evaluate, newRuleState, type RuleState } from './evaluate.ts';
import { newMemory } from './memory.ts';
import { createReplay } from './replay.ts';
import type { AlertSettings } from './settings.ts';

const DAY_S = 86_400;
const START_S = Date.UTC(2026, 2, 2) / 1000;

/** A well pump of 0.75 kW with a tank of 60 l: not the pump of the simulator. */
const card = {
  motor_kw: 0.75,
  no_flow_w: 420,
  tank_l: 60,
  tank_precharge_bar: 2,
  curve: [
    { lpm: 0, m: 72, w: 420 },
    { lpm: 20, m: 66, w: 560 },
    { lpm: 40, m: 54, w: 690 },
    { lpm: 60, m: 34, w: 780 },
  ],
} satisfies PumpValues;

const house = (more: Partial<SmallHouse> = {}): SmallHouse => ({
  card,
  setBar: 3,
  levelM: 8,
  wear: 1,
  clogged: 0,
  leakLpm: 0,
  drawLpm: () => 0,
  sensed: (bar) => bar,
  isBlocked: false,
  isOn: true,
  ...more,
});

/** Nights of a house, in UTC without a zone; days between them are not simulated. */
function nightsOf(
  more: Partial<SmallHouse>,
  settings: AlertSettings = {},
  { startS = START_S, endH = 5.1 } = {},
) {
  const simulated = createSmallHouse(house(more));
  const replay = createReplay({ zone: 'UTC', ...settings });
  let day = 0;
  return {
    house: simulated.house,
    alerts: replay.alerts,
    open: () => replay.alerts.filter(({ clearedMs }) => clearedMs === undefined).map(({ kind }) => kind),
    night() {
      const fromS = day * DAY_S;
      const toInput = (atS: number, values: object) =>
        replay.input({ kind: 'frame', atMs: 1000 * (startS + atS), fc: 1, hasClock: true, values });
      simulated.run(fromS + 0.9 * 3600, fromS + endH * 3600, toInput);
      day++;
    },
  };
}

describe('leak: rule by the nights', () => {
  it.each([0.3, 1, 2, 3, 4, 8, 15, 30])(
    'P3: %d l/min raise it after two nights, and it stays while the leak lasts',
    (leakLpm) => {
      const { night, open, alerts } = nightsOf({ leakLpm });
      night();
      expect(open()).not.toContain('leak');
      night();
      expect(open()).toContain('leak');
      for (let n = 0; n < 4; n++) night();
      expect(alerts.filter(({ kind }) => kind === 'leak')).toMatchObject([{ clearedMs: undefined }]);
    },
  );

  it('a leak that grows from 1 to 8 l/min does not clear the alert', () => {
    const watched = nightsOf({ leakLpm: 1 });
    watched.night();
    watched.night();
    watched.house.leakLpm = 8;
    for (let n = 0; n < 3; n++) watched.night();
    expect(watched.open()).toContain('leak');
    watched.house.leakLpm = 0;
    watched.night();
    expect(watched.open()).toContain('leak');
    watched.night();
    watched.night();
    expect(watched.open()).not.toContain('leak');
  });

  it.each([0.1, 0.5, 2, 4])('%d l/min: the rate follows from the tank of the card', (leakLpm) => {
    const { night, alerts } = nightsOf({ leakLpm }, { card });
    night();
    night();
    const found = alerts.find(({ kind }) => kind === 'leak')?.numbers.lpm ?? 0;
    expect(found).toBeGreaterThan(0.75 * leakLpm);
    expect(found).toBeLessThan(1.25 * leakLpm);
  });

  describe('of Bratislava', () => {
    const inZone = { card, zone: 'Europe/Bratislava' };
    /** Midnight before the last night that is as long as the others. */
    const startS = { spring: Date.UTC(2026, 2, 27, 23) / 1000, autumn: Date.UTC(2026, 9, 23, 22) / 1000 };

    it.each([
      ['spring', 0.3],
      ['spring', 1],
      ['spring', 4],
      ['autumn', 0.3],
      ['autumn', 4],
    ] as const)(
      'P3: the night of %s in which the clock changes is the second one with %d l/min',
      (season, leakLpm) => {
        const { night, open } = nightsOf({ leakLpm }, inZone, { startS: startS[season], endH: 6.2 });
        night();
        expect(open()).not.toContain('leak');
        night();
        expect(open()).toContain('leak');
      },
    );
  });

  it('without a tank on the card no rate is known', () => {
    const { night, alerts } = nightsOf({ leakLpm: 1 }, { card: { motor_kw: 0.75 } });
    night();
    night();
    expect(alerts[0]?.numbers).not.toHaveProperty('lpm');
  });

  it('toilets at night are no leak', () => {
    const flush = (atS: number) =>
      [4000, 9000, 9600, 16_000].some((s) => atS % DAY_S >= s && atS % DAY_S < s + 150);
    const { night, alerts } = nightsOf({ drawLpm: (atS) => (flush(atS) ? 4 : 0) }, { card });
    for (let n = 0; n < 4; n++) night();
    expect(alerts).toEqual([]);
  });

  it('irrigation in hours that the rule skips is no leak; a leak beside it is', () => {
    const sprinkler = (atS: number) => (atS % DAY_S >= 3600 && atS % DAY_S < 3 * 3600 ? 25 : 0);
    const skipped = { card, thresholds: { leak: { skipFrom: 23, skipTo: 3 } } };
    const watered = nightsOf({ drawLpm: sprinkler }, skipped);
    for (let n = 0; n < 3; n++) watered.night();
    expect(watered.alerts).toEqual([]);
    const leaking = nightsOf({ drawLpm: sprinkler, leakLpm: 1 }, skipped);
    for (let n = 0; n < 2; n++) leaking.night();
    expect(leaking.open()).toEqual(['leak']);
  });

  it('a state of an earlier version loads, and its nights say nothing', () => {
    const regular = (day: number) => ({ day, verdict: 'regular', regularS: 600 });
    const stored = {
      ...newRuleState(),
      memory: {
        ...newMemory(),
        nights: [regular(20_513), regular(20_514)],
        night: { day: 20_515, startsMs: [1], ranMs: 5, seenMs: 9 },
      },
    } as unknown as RuleState;
    const values = { on_off_state_r: 1, frequency_fc: 0, pressure: 3, required_pressure: 3 } as const;
    const frame = { kind: 'frame', atMs: Date.UTC(2026, 2, 3, 2), fc: 1, hasClock: true, values } as const;
    expect(evaluate(stored, frame, { zone: 'UTC' })).toMatchObject({ raised: [], cleared: [] });
  });
});
