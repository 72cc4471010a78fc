import { watchRules } from '@manoboard/testkit/watched-rules';
import { describe, expect, it } from 'vitest';
import { type ActiveFaults, FAULT_NAMES, type FaultName } from '../src/faults/faults.ts';
import { type Demand, noDemand, steadyDemand } from '../src/plant/demand.ts';
import { createFastHouse, type HouseMessage } from '../src/plant/fast-house.ts';
import { resetPlant, switchPlant } from '../src/plant/plant.ts';

const NOON_MS = Date.UTC(2026, 5, 1, 11);
const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

interface Watched {
  demand?: Demand;
  isProtected?: boolean;
  seed?: number;
}

/** A simulated house whose frames and events the rules receive. */
function watchHouse({ seed = 5, ...more }: Watched = {}) {
  const house = createFastHouse({ seed, startMs: NOON_MS, ...more });
  const replay = watchRules(() => !house.faults.clock_unset);
  let shiftMs = 0;
  const receive = (message: HouseMessage) => replay.receive({ ...message, atMs: message.atMs + shiftMs });
  return {
    ...house,
    replay,
    receive,
    run: (seconds: number, pass: (message: HouseMessage) => void = receive) => house.run(seconds, pass),
    /** Skips time without frames. */
    skip(seconds: number) {
      shiftMs += 1000 * seconds;
    },
    set: <N extends FaultName>(name: N, params: ActiveFaults[N]) =>
      Object.assign(house.faults, { [name]: params }),
    mend: (name: FaultName) => Reflect.deleteProperty(house.faults, name),
    kinds: () => replay.alerts.map(({ kind }) => kind),
    open: () => replay.alerts.filter(({ clearedMs }) => clearedMs === undefined).map(({ kind }) => kind),
    nowMs: () => NOON_MS + 1000 * house.plant.timeS + shiftMs,
  };
}

/** A house at 46 l/min. */
const atWork = (more: Watched = {}) => watchHouse({ demand: steadyDemand(40), ...more });

describe('each fault of the simulator raises its alert after its delay, and the alert clears (domain.md 2.4)', () => {
  const rows: [
    fault: FaultName,
    params: object,
    kind: string,
    severity: string,
    fromS: number,
    toS: number,
  ][] = [
    ['dry_run', {}, 'dry_run', 'alarm', 10, 60],
    ['pipe_burst', { flow_lpm: 300 }, 'pipe_burst', 'alarm', 60, 90],
    ['sensor_break', { reading_v: 0 }, 'sensor_fault', 'alarm', 4, 15],
    ['sensor_break', { reading_v: 11 }, 'sensor_fault', 'alarm', 4, 15],
    ['under_voltage', { mains_v: 170 }, 'under_voltage', 'warning', 5, 15],
    ['under_voltage', { mains_v: 130 }, 'under_voltage', 'alarm', 5, 35],
    ['fc_link_loss', {}, 'fc_link_lost', 'alarm', 10, 45],
    ['clock_unset', {}, 'clock_unset', 'warning', 60, 70],
  ];

  it.each(rows)(
    '%s %j raises one alert %s, %s, after %i to %i s',
    (fault, params, kind, severity, fromS, toS) => {
      const house = atWork({ isProtected: false });
      house.run(2 * MINUTE_S);
      const beganMs = house.nowMs();
      house.set(fault, params as never);
      house.run(3 * MINUTE_S);
      expect(house.replay.alerts).toMatchObject([{ kind, severity, clearedMs: undefined }]);
      const afterS = ((house.replay.alerts[0]?.raisedMs ?? 0) - beganMs) / 1000;
      expect(afterS).toBeGreaterThanOrEqual(fromS);
      expect(afterS).toBeLessThanOrEqual(toS);
      house.mend(fault);
      house.run(10);
      resetPlant(house.plant);
      switchPlant(house.plant, true);
      house.run(5 * MINUTE_S);
      expect(house.open()).toEqual([]);
      expect(house.kinds()).toEqual([kind]);
    },
  );

  it('blocked outlet behind the sensor: the pressure of a pump at full speed is an alarm', () => {
    const house = watchHouse({ demand: steadyDemand(95), isProtected: false });
    house.run(MINUTE_S);
    house.set('blocked_outlet', { sensor_side: 1 });
    house.run(MINUTE_S);
    expect(house.replay.alerts).toMatchObject([{ kind: 'over_pressure', severity: 'alarm' }]);
    house.mend('blocked_outlet');
    house.run(3 * MINUTE_S);
    expect(house.open()).toEqual([]);
  });

  it('blocked outlet before the sensor: a minute without flow is a warning', () => {
    const untilS = MINUTE_S + 5;
    const house = watchHouse({
      demand: { flowAt3BarLpm: (timeS) => (timeS < untilS ? 40 : 0) },
      isProtected: false,
    });
    house.run(MINUTE_S);
    house.set('blocked_outlet', { sensor_side: 0 });
    house.run(4 * MINUTE_S);
    expect(house.open()).toEqual(['no_flow']);
    house.mend('blocked_outlet');
    house.run(3 * MINUTE_S);
    expect(house.open()).toEqual([]);
  });

  it('leak: two nights with regular starts raise a warning, two clean nights clear it', () => {
    const house = watchHouse({ demand: noDemand });
    const night = () => {
      house.run(4.2 * HOUR_S);
      house.skip(19.8 * HOUR_S);
    };
    house.skip(12.95 * HOUR_S);
    house.set('leak', { flow_lpm: 0.2 });
    night();
    expect(house.kinds()).toEqual([]);
    night();
    expect(house.open()).toEqual(['leak']);
    expect(house.replay.alerts[0]?.numbers.minutes).toBeGreaterThan(10);
    house.mend('leak');
    night();
    expect(house.open()).toEqual(['leak']);
    night();
    expect(house.open()).toEqual([]);
  });

  it('lost precharge with a leak: more than 20 starts an hour for two hours are short cycling', () => {
    const house = watchHouse({ demand: noDemand });
    house.set('wrong_precharge', { precharge_bar: 2.8, gas_l: 2 });
    house.set('leak', { flow_lpm: 1 });
    house.run(HOUR_S);
    expect(house.kinds()).not.toContain('short_cycling');
    house.run(1.2 * HOUR_S);
    expect(house.open()).toEqual(['short_cycling']);
    house.mend('leak');
    house.mend('wrong_precharge');
    // The starts of the last 24 hours count too.
    house.run(DAY_S);
    expect(house.open()).toEqual([]);
  });

  it('failed fan: a warning at 75 °C becomes an alarm at 85 °C, and clears when the drive has cooled', () => {
    const house = watchHouse({ demand: steadyDemand(48) });
    house.set('failed_fan', { ambient_c: 30 });
    house.run(110 * MINUTE_S);
    expect(house.replay.alerts).toMatchObject([{ kind: 'over_temperature', severity: 'alarm' }]);
    house.mend('failed_fan');
    house.run(35 * MINUTE_S);
    expect(house.open()).toEqual([]);
  });

  it('worn impeller: 88 % of the head is a warning, 80 % an alarm, after the 14 days that are learned', () => {
    const tap: Demand = { flowAt3BarLpm: (timeS) => (timeS % 300 < 60 ? 12 : 0) };
    const house = watchHouse({ demand: tap });
    const severity = () => house.replay.alerts.find(({ kind }) => kind === 'worn_impeller')?.severity;
    const days = (count: number) => {
      for (let day = 0; day < count; day++) {
        house.run(35 * MINUTE_S);
        house.skip(DAY_S - 35 * MINUTE_S);
      }
    };
    days(15);
    expect(house.kinds()).toEqual([]);
    house.set('worn_impeller', { head_percent: 88 });
    days(6);
    expect(severity()).toBe('warning');
    house.set('worn_impeller', { head_percent: 80 });
    days(6);
    expect(severity()).toBe('alarm');
    house.mend('worn_impeller');
    days(8);
    expect(house.open()).toEqual([]);
  });

  it('Wi-Fi loss: an offline board is a warning after five minutes, and clears when it is back', () => {
    const { input, alerts } = watchRules(() => true);
    const tick = (seconds: number, isOnline: boolean | null) =>
      input({ kind: 'tick', atMs: NOON_MS + 1000 * seconds, isOnline });
    tick(0, true);
    tick(30, false);
    tick(310, false);
    expect(alerts).toEqual([]);
    tick(330, false);
    expect(alerts).toMatchObject([{ kind: 'board_offline', severity: 'warning' }]);
    tick(400, true);
    expect(alerts[0]?.clearedMs).toBe(NOON_MS + 400_000);
  });
});

describe('faults without an alert of their own', () => {
  it('a value that cannot be read is unknown, and raises nothing', () => {
    const house = atWork();
    house.run(5 * MINUTE_S, (message) => {
      if (message.kind !== 'frame') return;
      const { pressure: _, motor_power: __, ...d } = message.d;
      house.receive({ ...message, d, na: ['pressure', 'motor_power'] });
    });
    expect(house.kinds()).toEqual([]);
  });

  it('delayed, repeated and reordered frames raise the same alerts', () => {
    const messages: HouseMessage[] = [];
    const house = atWork({ isProtected: false });
    house.run(MINUTE_S, (message) => messages.push(message));
    house.set('dry_run', {});
    house.run(2 * MINUTE_S, (message) => messages.push(message));
    const plain = atWork();
    for (const message of messages) plain.receive(message);
    const twice = atWork();
    for (const message of messages) for (const _ of [1, 2]) twice.receive(message);
    expect(plain.kinds()).toEqual(['dry_run']);
    expect(twice.replay.alerts).toEqual(plain.replay.alerts);
  });

  it('every fault of the simulator is in one of these lists', () => {
    const raising: FaultName[] = [
      ...(['dry_run', 'pipe_burst', 'leak', 'wrong_precharge', 'blocked_outlet', 'sensor_break'] as const),
      ...([
        'worn_impeller',
        'failed_fan',
        'under_voltage',
        'fc_link_loss',
        'wifi_loss',
        'clock_unset',
      ] as const),
    ];
    /** They act on frames, registers or commands: values stay right or become unknown. */
    const silent: FaultName[] = [
      ...(['delayed_frames', 'duplicated_frames', 'reordered_frames', 'lost_register'] as const),
      ...(['frozen_register', 'ack_without_effect', 'lost_ack'] as const),
    ];
    expect([...raising, ...silent].sort()).toEqual([...FAULT_NAMES].sort());
  });
});

describe('one alert for a board event and a rule that mean the same', () => {
  it('the board stops a dry pump: the event and the rule are one alert, cleared by water', () => {
    const house = atWork();
    house.run(MINUTE_S);
    house.set('dry_run', {});
    house.run(3 * MINUTE_S);
    expect(house.replay.alerts).toMatchObject([{ kind: 'dry_run', severity: 'alarm' }]);
    house.mend('dry_run');
    house.run(HOUR_S + 5 * MINUTE_S);
    expect(house.open()).toEqual([]);
    expect(house.kinds()).toEqual(['dry_run']);
  });
});

it('a healthy house raises nothing for a day', () => {
  const house = watchHouse({ seed: 11 });
  house.run(DAY_S);
  expect(house.replay.alerts).toEqual([]);
});
