import type { RuleKind } from '@manoboard/contract/alert/kinds';
import type { PumpValues } from '@manoboard/contract/device/pump-card';
import type { AlertSeverity } from '@manoboard/domain/alerts/rules/kinds';
import { DAY_S, HOUR_S, MINUTE_S } from '@manoboard/domain/time';
import { watchRules } from '@manoboard/testkit/watched-rules';
import { describe, expect, it } from 'vitest';
import { type ActiveFaults, FAULT_NAMES, type FaultName } from '../src/faults/faults.ts';
import { type Demand, noDemand, steadyDemand } from '../src/plant/demand.ts';
import { createFastHouse, type HouseMessage } from '../src/plant/fast-house.ts';
import { watchBoard } from './watched-board.ts';

const NOON_MS = Date.UTC(2026, 5, 1, 11);

/** `domain.md` 2.1: the published pump, behind a mains of 0.2 bar. */
const PUBLISHED: PumpValues = {
  motor_kw: 1.386,
  no_flow_w: 896,
  sensor_input: 2,
  source: 'mains',
  supply_bar: 0.2,
  curve: [
    { lpm: 0, m: 76.2, w: 896 },
    { lpm: 25.1, m: 70.4, w: 1089 },
    { lpm: 47.4, m: 63.4, w: 1200 },
    { lpm: 64.9, m: 56.3, w: 1300 },
    { lpm: 88.3, m: 42.3, w: 1370 },
  ],
};

interface Watched {
  demand?: Demand;
  isProtected?: boolean;
  seed?: number;
  card?: PumpValues;
}

/** A simulated house whose frames and events the rules receive. */
function watchHouse({ seed = 5, card, ...more }: Watched = {}) {
  const house = createFastHouse({ seed, startMs: NOON_MS, ...more });
  const replay = watchRules(() => !house.faults.clock_unset, card);
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

type Raised = [kind: RuleKind, severity: AlertSeverity, afterS: number, atMostS: number];
interface Row {
  params?: object;
  /** Flow at 3 bar, l/min; by default the pump delivers 46 l/min. */
  demand?: Demand;
  /** Present too, and the cause of the alert: the fault of this row acts on the messages or on the commands. */
  beside?: FaultName;
  /** Missing: there is nothing to alert about. */
  raises?: Raised;
  lastsS?: number;
}

/** A tap that is closed 5 s after the fault begins. */
const closedTap: Demand = { flowAt3BarLpm: (timeS) => (timeS < MINUTE_S + 5 ? 40 : 0) };
const DRY_RUN: Raised = ['dry_run', 'alarm', 10, 60];

/**
 * Every fault of the simulator: the alert of `domain.md` 2.4, and its delay from the rule (least) to the delay with the
 * time until the values show the fault and a frame reports it (most). `slow`: tested below, over hours and days.
 */
const TABLE: Record<FaultName, readonly Row[] | 'slow'> = {
  dry_run: [{ raises: DRY_RUN }],
  pipe_burst: [{ raises: ['pipe_burst', 'alarm', 60, 90] }],
  blocked_outlet: [
    { params: { sensor_side: 1 }, demand: steadyDemand(95), raises: ['over_pressure', 'alarm', 2, 15] },
    { params: { sensor_side: 0 }, demand: closedTap, raises: ['no_flow', 'warning', 60, 150], lastsS: 240 },
  ],
  sensor_break: [
    { params: { reading_v: 0 }, raises: ['sensor_fault', 'alarm', 4, 15] },
    { params: { reading_v: 11 }, raises: ['sensor_fault', 'alarm', 4, 15] },
  ],
  under_voltage: [
    { params: { mains_v: 170 }, raises: ['under_voltage', 'warning', 5, 15] },
    { params: { mains_v: 130 }, raises: ['under_voltage', 'alarm', 0, 15] },
  ],
  // Ten seconds after the last answer, which is up to a second before the fault.
  fc_link_loss: [{ raises: ['fc_link_lost', 'alarm', 9, 15] }],
  // The event of the board is at once a warning; the rule waits for a minute of frames.
  clock_unset: [{ raises: ['clock_unset', 'warning', 0, 70] }],
  wifi_loss: [{ raises: ['board_offline', 'warning', 1800, 1850], lastsS: 1900 }],
  leak: 'slow',
  wrong_precharge: 'slow',
  worn_impeller: 'slow',
  failed_fan: 'slow',
  // Frames that arrive late, twice or in another order raise the alert that they describe, once.
  delayed_frames: [{ beside: 'dry_run', raises: ['dry_run', 'alarm', 10, 80] }],
  duplicated_frames: [{ beside: 'dry_run', raises: DRY_RUN }],
  reordered_frames: [{ beside: 'dry_run', raises: ['dry_run', 'alarm', 10, 75] }],
  // A value that cannot be read is unknown, one that does not change may be right: neither is an alert.
  lost_register: [{}],
  frozen_register: [{}],
  // Commands report it to the person who sends them. A stop of the protection without effect leaves the alert open.
  ack_without_effect: [{}, { beside: 'dry_run', raises: DRY_RUN }],
  lost_ack: [{}],
  // Nothing happens before the mains fails; the server finds the parameters, which no frame has.
  self_start: [{}],
};

const rows = FAULT_NAMES.flatMap((fault) => {
  const own = TABLE[fault];
  return own === 'slow' ? [] : own.map((row): [FaultName, object, Row] => [fault, row.params ?? {}, row]);
});

describe('each fault of the simulator raises its alert after its delay, once, and the alert clears', () => {
  it.each(rows)('domain.md 2.4 %s %j', async (fault, params, { demand, beside, raises, lastsS = 180 }) => {
    const board = watchBoard(demand && { demand });
    await board.run(MINUTE_S);
    expect(board.alerts).toEqual([]);
    const beganMs = board.nowMs();
    board.switches.on(fault, params);
    if (beside) board.switches.on(beside);
    await board.run(lastsS);
    const shown = board.alerts.map(({ kind, severity, atMs: raisedMs, clearedMs }) => ({
      kind,
      severity,
      clearedMs,
      afterS: (raisedMs - beganMs) / 1000,
    }));
    if (raises) {
      const [kind, severity, afterS, atMostS] = raises;
      expect(shown).toMatchObject([{ kind, severity, clearedMs: undefined }]);
      expect(shown[0]?.afterS).toBeGreaterThanOrEqual(afterS);
      expect(shown[0]?.afterS).toBeLessThanOrEqual(atMostS);
    } else expect(shown).toEqual([]);
    board.switches.off(fault);
    if (beside) board.switches.off(beside);
    await board.run(10);
    await board.restart();
    await board.run(5 * MINUTE_S);
    expect(board.open()).toEqual([]);
    expect(board.alerts).toHaveLength(raises ? 1 : 0);
    await board.stop();
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
    house.skip(DAY_S);
    house.run(40 * MINUTE_S);
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

  it('worn impeller: 93 % of the head is a warning, 80 % an alarm, after the 10 days that are learned', () => {
    const tap: Demand = { flowAt3BarLpm: (timeS) => (timeS % 300 < 200 ? 16 : 0) };
    const house = watchHouse({ demand: tap, card: PUBLISHED });
    const severity = () => house.replay.alerts.find(({ kind }) => kind === 'worn_impeller')?.severity;
    const days = (count: number) => {
      for (let day = 0; day < count; day++) {
        house.run(20 * MINUTE_S);
        house.skip(DAY_S - 20 * MINUTE_S);
      }
    };
    days(15);
    expect(house.kinds()).toEqual([]);
    house.set('worn_impeller', { head_percent: 93 });
    days(6);
    expect(severity()).toBe('warning');
    house.set('worn_impeller', { head_percent: 80 });
    days(6);
    expect(severity()).toBe('alarm');
    house.mend('worn_impeller');
    days(8);
    expect(house.open()).toEqual([]);
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

it('a board that does not know its pump protects it by the card that the server sent', async () => {
  const board = watchBoard({ pump: {} });
  await board.run(MINUTE_S);
  board.switches.on('dry_run');
  await board.run(MINUTE_S);
  expect(board.isOn()).toBe(true);
  board.configure({ pump: { motor_kw: 1.386 } });
  await board.run(MINUTE_S);
  expect(board.isOn()).toBe(false);
  await board.stop();
});
