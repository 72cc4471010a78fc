import type { MuteCause } from '@manoboard/contract/alert/kinds';
import type { PumpValues } from '@manoboard/contract/device/pump-card';
import type { Event } from '@manoboard/contract/mqtt/event';
import type { Reading } from '@manoboard/contract/mqtt/reading';
import type { Frame } from '@manoboard/domain/history/frame';
import { emptyLastData } from '@manoboard/domain/telemetry/last-data';
import { aTele } from '@manoboard/testkit/factories';
import { waitFor } from '@manoboard/testkit/wait-for';
import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { deviceKeyOf } from '../../../db/device-key.ts';
import type { Board } from '../../../link/link.ts';
import { createAlertLife } from '../life/alert-life.service.ts';
import { createAlertRules } from './alert-rules.service.ts';

const START_MS = Date.UTC(2026, 5, 1, 12);
const DEVICE_ID = 'MNB-RULES1';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let board: Board;
let nowMs = START_MS;
let log: string[] = [];
const problems: unknown[] = [];
let mutes: MuteCause[] = [];
let isOnline: boolean | null = true;
let card: PumpValues = {};
let isConfigPending = false;
let owned = true;
/** What happens to each load after its rows were read. */
let afterLoad: () => Promise<void> = async () => {};
let servers: ReturnType<typeof createAlertRules>[] = [];

/** Frames in the database, for servers that start. */
let stored: Frame[] = [];

const ignore = async () => {};
/** Alerts are rows of the database; nothing is delivered. */
const life = createAlertLife({
  outbox: { publish: ignore },
  notify: ignore,
  plan: { deliver: ignore },
  isOff: async () => false,
  lastOf: emptyLastData,
  now: () => nowMs,
});

const secondsOf = (atMs: number) => (atMs - START_MS) / 1000;

/** The rows of a load are as old as the beginning of `afterLoad`. */
const slowLoads: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    if (result.rows[0] && 'held' in result.rows[0]) await afterLoad();
    return result;
  },
};

/** A server that logs raised and cleared alerts. */
async function startRules() {
  const db = database.db.withPlugin(slowLoads);
  const rules = createAlertRules({
    db,
    owns: () => owned,
    outbox: {
      async transaction(of, work, afterCommit) {
        const before = log.length;
        try {
          const result = await of.transaction().execute(work);
          afterCommit?.(result);
          return result;
        } catch (error) {
          log.length = before;
          throw error;
        }
      },
    },
    quietWarn: (_key, fields) => problems.push(fields),
    now: () => nowMs,
    life: {
      raise(tx, deviceKey, alert) {
        log.push(`${secondsOf(alert.atMs)} ${alert.severity} ${alert.kind}`);
        return life.raise(tx, deviceKey, alert);
      },
      clear(tx, deviceKey, alert) {
        log.push(`${secondsOf(alert.atMs)} cleared ${alert.kind}`);
        return life.clear(tx, deviceKey, alert);
      },
    },
    mutesOf: async () => mutes,
    isOnline: () => isOnline,
    arePending: async (_db, keys) => keys.map(() => isConfigPending),
    cardsOf: async (_db, keys) => keys.map(() => card),
    listFrames: async (_keys, fromMs, toMs) => () =>
      stored.filter(({ tsMs }) => tsMs >= fromMs && tsMs < toMs),
  });
  await rules.start();
  servers.push(rules);
  return rules;
}
type Rules = Awaited<ReturnType<typeof startRules>>;

beforeAll(async () => {
  database = await createTestDatabase();
  await sql`insert into device (id_dev, secret_hash, fc_type)
    values (${DEVICE_ID}, '', 'GD10')`.execute(database.db);
  const { id } = await database.db
    .selectFrom('device')
    .where('id', '=', deviceKeyOf(DEVICE_ID))
    .select('id')
    .executeTakeFirstOrThrow();
  board = { deviceKey: id, deviceId: DEVICE_ID } as Board;
});
afterAll(() => database.remove());
beforeEach(async () => {
  await Promise.all(servers.map((rules) => rules.stop()));
  await database.db.deleteFrom('alert_rule_state').execute();
  await database.db.deleteFrom('alert').execute();
  problems.length = 0;
  [nowMs, log, mutes, isOnline, servers, stored] = [START_MS, [], [], true, [], []];
  [card, isConfigPending, owned, afterLoad] = [{}, false, true, ignore];
  await database.db.deleteFrom('alert_settings').execute();
  await database.db.updateTable('device').set({ zone: null, fc_type: 'GD10' }).execute();
});

const healthy: Reading = {
  ...aTele().d,
  on_off_state_r: 1,
  frequency_fc: 40,
  pressure: 4,
  required_pressure: 4,
  fault: 0,
  rssi: -60,
  temperature_fc: 48,
  bus_voltage: 318,
  analog_input_2: 4,
  motor_power: 0.68,
} as Reading;
const hot = { ...healthy, temperature_fc: 78 };

let seq = 0;
/** Frames every ten seconds, both ends included, each at its time; `delayS` later for frames that a board kept. */
function send(rules: Rules, fromS: number, toS: number, d: Reading, delayS = 0, hasClock = true) {
  for (let s = fromS; s <= toS; s += 10) {
    const tsMs = START_MS + 1000 * s;
    nowMs = Math.max(nowMs, tsMs + 1000 * delayS);
    const frame = aTele({ ts: tsMs / 1000, boot: 1, seq: ++seq, d });
    rules.receiveFrame({ board, frame, tsMs, receivedAtMs: nowMs, hasClock });
  }
}
/** Frames that another server has stored and not evaluated. */
function store(fromS: number, toS: number, d: Reading) {
  for (let s = fromS; s <= toS; s += 10)
    stored.push({ tsMs: START_MS + 1000 * s, boot: 1, seq: ++seq, fc: 1, d, na: [] });
  nowMs = START_MS + 1000 * toS;
}
const alertRows = async () =>
  (
    await database.db
      .selectFrom('alert')
      .select(['kind', 'since_at', 'raised_at', 'occurrences'])
      .orderBy('id')
      .execute()
  ).map(({ kind, since_at, raised_at, occurrences }) => ({
    kind,
    occurrences,
    raisedS: secondsOf(raised_at.getTime()),
    sinceS: since_at && secondsOf(since_at.getTime()),
  }));
const logged = async (...lines: string[]) => {
  await waitFor(() => log.length >= lines.length || problems.length > 0, { what: lines.join() });
  expect({ log, problems }).toEqual({ log: lines, problems: [] });
};
/** The stored state in the first snapshot that has an alert. */
const stateWithAlert = () =>
  waitFor(() =>
    database.db
      .selectFrom('alert')
      .leftJoin('alert_rule_state', 'alert_rule_state.device_id', 'alert.device_id')
      .select(['version', 'state'])
      .executeTakeFirst(),
  );

it('a condition raises one alert after its delay and clears it, with the state in the same transaction', async () => {
  const rules = await startRules();
  send(rules, 0, 600, hot);
  await logged('60 warning over_temperature');
  const stored = await stateWithAlert();
  expect(stored).toMatchObject({ version: 1 });
  // The holders of an alert are stored with the alert only.
  expect(stored?.state).toMatchObject({ tracks: { over_temperature: { sinceMs: {} } } });
  expect(JSON.stringify(stored?.state)).not.toContain('isByRule');
  send(rules, 610, 910, healthy);
  await logged('60 warning over_temperature', '910 cleared over_temperature');
});

it('frames that a board kept during an outage raise nothing', async () => {
  const rules = await startRules();
  send(rules, 0, 60, healthy);
  send(rules, 70, 600, hot, 3600);
  nowMs = START_MS + 4_300_000;
  send(rules, 4300, 4320, healthy);
  await rules.stop();
  expect(log).toEqual([]);
});

it('frames that a board sends again between new ones do not take the place of the newest values', async () => {
  const rules = await startRules();
  const sendAgain = (s: number) => {
    const tsMs = START_MS + 1000 * (s - 7200);
    const frame = aTele({ ts: tsMs / 1000, boot: 1, seq: s, d: healthy });
    rules.receiveFrame({ board, frame, tsMs, receivedAtMs: nowMs, hasClock: true });
  };
  send(rules, 0, 0, hot);
  for (let s = 10; s <= 60; s += 10) {
    sendAgain(s);
    send(rules, s, s, { rssi: -61 } as Reading);
  }
  await logged('60 warning over_temperature');
});

it('a board without a clock keeps its alert when another server reads its stored frames', async () => {
  const first = await startRules();
  send(first, 0, 60, healthy, 0, false);
  await logged('60 warning clock_unset');
  await first.stop();
  store(0, 60, healthy);
  const second = await startRules();
  send(second, 70, 90, healthy, 0, false);
  await second.stop();
  expect(log).toEqual(['60 warning clock_unset']);
});

it('a restarted server continues the delay from the stored state', async () => {
  const first = await startRules();
  send(first, 0, 30, hot);
  await first.stop();
  const second = await startRules();
  send(second, 40, 60, hot);
  await logged('60 warning over_temperature');
});

it('a second server that stored a newer state wins; the input is evaluated again with it', async () => {
  const [first, second] = [await startRules(), await startRules()];
  send(first, 0, 30, hot);
  send(second, 0, 60, hot);
  await logged('60 warning over_temperature');
  send(first, 40, 120, hot);
  await first.stop();
  expect(log).toEqual(['60 warning over_temperature']);
});

describe('after a crash', () => {
  const overheated = { kind: 'over_temperature', occurrences: 1, sinceS: 0, raisedS: 60 };

  /** The last stored state is of the second 30; frames up to 100 are stored. */
  async function crash() {
    const crashed = await startRules();
    send(crashed, 0, 30, hot);
    await crashed.stop();
    store(0, 100, hot);
  }

  it('frames that are stored and not evaluated continue the delay: one alert with its time and its start', async () => {
    await crash();
    const rules = await startRules();
    send(rules, 110, 130, hot);
    await logged('60 warning over_temperature');
    await rules.stop();
    expect(await alertRows()).toEqual([overheated]);
  });

  it('two servers that evaluate the stored frames raise one alert', async () => {
    await crash();
    const [first, second] = [await startRules(), await startRules()];
    send(first, 110, 110, hot);
    send(second, 110, 120, hot);
    send(first, 130, 130, hot);
    await Promise.all([first.stop(), second.stop()]);
    expect(await alertRows()).toEqual([overheated]);
  });

  it('an alert that was raised before the crash is not raised again, and clears by the stored frames', async () => {
    const crashed = await startRules();
    send(crashed, 0, 60, hot);
    await logged('60 warning over_temperature');
    await crashed.stop();
    store(0, 60, hot);
    store(70, 400, healthy);
    const rules = await startRules();
    send(rules, 410, 410, healthy);
    await logged('60 warning over_temperature', '370 cleared over_temperature');
    expect(await alertRows()).toEqual([overheated]);
  });
});

describe('a storm: 250 boards report a fault of the drive at one moment', () => {
  const broken = { ...healthy, fault: 19 };
  let boards: Board[] = [];
  beforeAll(async () => {
    const { rows } = await sql<Pick<Board, 'deviceKey' | 'deviceId'>>`
      insert into device (id_dev, secret_hash, fc_type) select 'MNB-ST' || n, '', 'GD10' from generate_series(1, 250) n
      returning id as "deviceKey", id_dev as "deviceId"`.execute(database.db);
    boards = rows as Board[];
  });
  function sendAll(rules: Rules, atS: number, d: Reading) {
    const tsMs = START_MS + 1000 * atS;
    nowMs = tsMs;
    const frame = aTele({ ts: tsMs / 1000, boot: 1, seq: ++seq, d });
    for (const each of boards)
      rules.receiveFrame({ board: each, frame, tsMs, receivedAtMs: tsMs, hasClock: true });
  }
  const counts = async () =>
    (
      await sql<{ open: number; all: number; transactions: number }>`
        select count(*) filter (where cleared_at is null)::int as open, count(*)::int as all,
          count(distinct xmin::text)::int as transactions from alert`.execute(database.db)
    ).rows[0];

  it('one alert each, stored by few transactions; what a stop leaves out follows from the stored frames', async () => {
    const first = await startRules();
    sendAll(first, 0, broken);
    await waitFor(async () => (await counts())?.open === 250);
    expect(await counts()).toMatchObject({ all: 250 });
    expect((await counts())?.transactions).toBeLessThan(10);
    sendAll(first, 10, healthy);
    await first.stop();
    const left = (await counts())?.open ?? 0;
    expect(left).toBeGreaterThan(100);
    expect(problems).toEqual([]);

    store(0, 0, broken);
    store(10, 10, healthy);
    const second = await startRules();
    sendAll(second, 20, healthy);
    await waitFor(async () => (await counts())?.open === 0);
    expect(log.filter((line) => line === '10 cleared drive_fault')).toHaveLength(250);
  });
});

it('a board that is offline for 30 minutes raises an alert; frames clear it', async () => {
  const rules = await startRules();
  send(rules, 0, 60, healthy);
  isOnline = false;
  rules.receiveOnline({ deviceId: DEVICE_ID, isOnline: false });
  for (let s = 75; s <= 1860; s += 15) {
    nowMs = START_MS + 1000 * s;
    rules.tick();
  }
  await logged('1860 warning board_offline');
  isOnline = true;
  nowMs += 10_000;
  rules.receiveBirth(board);
  await logged('1860 warning board_offline', '1870 cleared board_offline');
});

it('a board counts as unknown, not as offline, while the broker is down', async () => {
  const rules = await startRules();
  send(rules, 0, 200, healthy);
  isOnline = null;
  rules.receiveOnline({ deviceId: DEVICE_ID, isOnline: false });
  for (let s = 215; s <= 2400; s += 15) {
    nowMs = START_MS + 1000 * s;
    rules.tick();
  }
  await rules.stop();
  expect(log).toEqual([]);
});

it('a lock-out tag mutes what it may cause, until it is removed', async () => {
  const rules = await startRules();
  mutes = ['lock_out'];
  const faulty = { ...hot, fault: 10, on_off_state_r: 4 };
  send(rules, 0, 100, faulty);
  await logged('60 warning over_temperature');
  mutes = [];
  let atS = 110;
  // A kind stays muted for a minute after the last check, whose commit may be later than the log.
  const nextFrame = () => {
    send(rules, atS, atS, faulty);
    atS += 10;
    return log.length === 2;
  };
  await waitFor(nextFrame, { what: 'the muted alert' });
  expect(log[1]).toMatch(/alarm under_voltage$/);
});

it('a rule and an event of the board are separate causes: the end of the event does not release the rule', async () => {
  const rules = await startRules();
  const event = (st: 'raised' | 'cleared') =>
    ({ v: 1, id: '01RULE', ts: 0, code: 'FC_FAULT', st, sev: 'alarm', d: { fault: 16 } }) as Event;
  rules.receiveEvent(board, event('raised'), START_MS);
  send(rules, 0, 60, { ...healthy, fault: 16, on_off_state_r: 4 });
  await logged('60 alarm over_temperature');
  rules.receiveEvent(board, event('cleared'), nowMs);
  send(rules, 70, 360, healthy);
  expect(log).toHaveLength(1);
  send(rules, 370, 380, healthy);
  await logged('60 alarm over_temperature', '370 cleared over_temperature');
});

it('the leak rule judges nights in the zone of the device, from its change on', async () => {
  const rules = await startRules();
  send(rules, 0, 60, hot);
  await logged('60 warning over_temperature');
  await database.db.updateTable('device').set({ zone: 'America/New_York' }).execute();
  rules.reload(board.deviceKey);
  // 1 to 5 o'clock there, with a start of the pump every 20 minutes.
  for (const fromS of [61_200, 147_600])
    for (let s = fromS - 60; s <= fromS + 14_460; s += 60)
      send(rules, s, s, { ...healthy, frequency_fc: s % 1200 === 300 ? 40 : 0 });
  await rules.stop();
  expect(log).toContain('162000 warning leak');
});

const dry = { ...healthy, frequency_fc: 50, pressure: 0, analog_input_2: 0, motor_power: 0.63 };
const entered: PumpValues = { sensor_input: 1, motor_kw: 2.772, no_flow_w: 1792.8 };

describe('a change during the load of a device is not lost: the rules load again', () => {
  const broken = { ...healthy, fault: 10 };
  const warm = { ...healthy, temperature_fc: 60 };
  const setThreshold = async (warnC: number) => {
    const settings = JSON.stringify({ thresholds: { over_temperature: { warnC } }, off: [] });
    await sql`insert into alert_settings (device_id, settings, at) values (${board.deviceKey}, ${settings}, now())
      on conflict (device_id) do update set settings = excluded.settings`.execute(database.db);
  };
  const setDevice = (change: { fc_type?: string | null; zone?: string }) =>
    database.db.updateTable('device').set(change).where('id', '=', board.deviceKey).execute();
  const receiveConfig = (rules: Rules) => rules.receiveConfig({ deviceId: DEVICE_ID });

  /** Runs `during` once, between the read of the rows and the end of the load. */
  function duringLoad(during: () => unknown) {
    let isOver = false;
    afterLoad = async () => {
      if (isOver) return;
      isOver = true;
      await during();
    };
  }

  type Row = [what: string, change: (rules: Rules) => Promise<unknown>, frames: Reading, expected: string];
  const changes: Row[] = [
    [
      'P1 the converter that the board names',
      async (rules) => {
        await setDevice({ fc_type: 'GD10' });
        receiveConfig(rules);
      },
      broken,
      'under_voltage',
    ],
    [
      'thresholds',
      async (rules) => {
        await setThreshold(55);
        rules.reload(board.deviceKey);
      },
      warm,
      'over_temperature',
    ],
    [
      'the pump card',
      async (rules) => {
        card = entered;
        receiveConfig(rules);
      },
      dry,
      'dry_run',
    ],
    [
      'a configuration that the board does not answer',
      async (rules) => {
        isConfigPending = true;
        receiveConfig(rules);
      },
      healthy,
      'config_not_applied',
    ],
  ];
  beforeEach(async () => {
    card = { sensor_input: 1 };
    await setDevice({ fc_type: null });
  });
  const countOf = (kind: string) => log.filter((line) => line.endsWith(kind)).length;
  /** Frames go on until there is an alert. */
  async function expectAlert(rules: Rules, frames: Reading, kind: string) {
    let atS = 0;
    rules.receiveBirth(board);
    const sendNext = () => {
      atS += 10;
      send(rules, atS, atS, frames);
      return countOf(kind) > 0;
    };
    await waitFor(sendNext, { what: kind, timeoutMs: 6000 });
    await rules.stop();
    expect(countOf(kind)).toBe(1);
  }

  it.each(changes)('%s', async (_what, change, frames, expected) => {
    const rules = await startRules();
    duringLoad(() => change(rules));
    send(rules, 0, 0, frames);
    await expectAlert(rules, frames, expected);
  });

  it('the zone', async () => {
    const rules = await startRules();
    duringLoad(async () => {
      await setDevice({ zone: 'America/New_York', fc_type: 'GD10' });
      receiveConfig(rules);
    });
    send(rules, 0, 60, hot);
    await waitFor(() => log.length > 0, { what: 'the first load' });
    for (const fromS of [61_200, 147_600])
      for (let s = fromS - 60; s <= fromS + 14_460; s += 60)
        send(rules, s, s, { ...healthy, frequency_fc: s % 1200 === 300 ? 40 : 0 });
    await rules.stop();
    expect(log).toContain('162000 warning leak');
  });

  it.each(changes)('%s, and the load after it fails', async (_what, change, frames, expected) => {
    const rules = await startRules();
    let loads = 0;
    afterLoad = async () => {
      loads += 1;
      if (loads === 1) await change(rules);
      if (loads === 2) throw new Error('the database is away');
    };
    send(rules, 0, 0, frames);
    await waitFor(() => loads === 2, { what: 'the load that fails' });
    await expectAlert(rules, frames, expected);
    expect(problems.splice(0)).toMatchObject([{ board: DEVICE_ID }]);
  });

  it.each(changes)('%s, while a load that fails is running', async (_what, change, frames, expected) => {
    const rules = await startRules();
    duringLoad(async () => {
      await change(rules);
      throw new Error('the database is away');
    });
    send(rules, 0, 0, frames);
    await expectAlert(rules, frames, expected);
    expect(problems.splice(0)).toHaveLength(1);
  });

  it.each(changes)('%s, during a load after an earlier change', async (_what, change, frames, expected) => {
    const rules = await startRules();
    send(rules, 0, 0, healthy);
    let loads = 0;
    afterLoad = async () => {
      loads += 1;
      if (loads === 2) await change(rules);
    };
    await waitFor(() => loads === 1, { what: 'the first load' });
    receiveConfig(rules);
    await expectAlert(rules, frames, expected);
  });

  it('several changes during one load cost one more load, and all are in force', async () => {
    const rules = await startRules();
    let loads = 0;
    afterLoad = async () => {
      loads += 1;
      if (loads > 1) return;
      for (const [, change] of changes) await change(rules);
      await setThreshold(50);
      rules.reload(board.deviceKey);
    };
    const all = { ...dry, fault: 10, temperature_fc: 52 };
    send(rules, 0, 0, all);
    await expectAlert(rules, all, 'config_not_applied');
    expect(loads).toBe(2);
    for (const kind of ['under_voltage', 'over_temperature', 'dry_run']) expect(log.join()).toContain(kind);
  });

  it('a board that moves to another server and back during a load has one entry, with the change', async () => {
    const rules = await startRules();
    duringLoad(async () => {
      owned = false;
      rules.leaveBoard(board);
      await setDevice({ fc_type: 'GD10' });
      receiveConfig(rules);
      owned = true;
      rules.takeBoards([board]);
    });
    send(rules, 0, 0, broken);
    await expectAlert(rules, broken, 'under_voltage');
  });

  it('a change is noted while another server still owns the board', async () => {
    const rules = await startRules();
    duringLoad(async () => {
      owned = false;
      await setDevice({ fc_type: 'GD10' });
      receiveConfig(rules);
      owned = true;
    });
    send(rules, 0, 0, broken);
    await expectAlert(rules, broken, 'under_voltage');
  });

  it('P1 a configuration that the board applies during the load is no alert', async () => {
    isConfigPending = true;
    const rules = await startRules();
    duringLoad(() => {
      isConfigPending = false;
      receiveConfig(rules);
    });
    rules.receiveBirth(board);
    send(rules, 0, 0, healthy);
    await waitFor(() => !isConfigPending, { what: 'the load' });
    send(rules, 10, 900, healthy);
    await rules.stop();
    expect(log).toEqual([]);
  });

  it('events that were missed during the load of 250 boards are made up for', async () => {
    const { rows: boards } = await sql<Pick<Board, 'deviceKey' | 'deviceId'>>`
      insert into device (id_dev, secret_hash) select 'MNB-LD' || n, '' from generate_series(1, 250) n
      returning id as "deviceKey", id_dev as "deviceId"`.execute(database.db);
    const rules = await startRules();
    let isNamed = false;
    afterLoad = async () => {
      if (isNamed) return;
      isNamed = true;
      await database.db.updateTable('device').set({ fc_type: 'GD10' }).execute();
      rules.reloadAll();
    };
    for (let atS = 0; atS <= 20; atS += 10) {
      nowMs = START_MS + 1000 * atS;
      const frame = aTele({ ts: nowMs / 1000, boot: 1, seq: ++seq, d: broken });
      for (const each of boards)
        rules.receiveFrame({ board: each as Board, frame, tsMs: nowMs, receivedAtMs: nowMs, hasClock: true });
    }
    await waitFor(() => countOf('under_voltage') >= 250, { what: '250 alerts' });
    await rules.stop();
    expect(countOf('under_voltage')).toBe(250);
  });
});

describe('rules judge a pump by its card', () => {
  it('a sensor on another input: an open input 2 is no sensor fault', async () => {
    card = { motor_kw: 1.5, no_flow_w: 900, sensor_input: 1 };
    const rules = await startRules();
    send(rules, 0, 600, { ...healthy, analog_input_2: 0 });
    await rules.stop();
    expect(log).toEqual([]);
  });

  it('the tall house without water has a dry run and no sensor fault: two pumps take 628 W in air', async () => {
    card = { motor_kw: 2.772, no_flow_w: 1792.8, sensor_input: 2, sensor_signal: '0-10V', hz_high: 50 };
    const rules = await startRules();
    send(rules, 0, 120, dry);
    await rules.stop();
    expect(log.map((line) => line.split(' ').at(-1))).toEqual(['dry_run']);
  });

  it('an unknown pump has no dry run: the rule waits for its rated power, and judges at once when it is entered', async () => {
    card = { sensor_input: 1 };
    const rules = await startRules();
    send(rules, 0, 120, { ...dry, temperature_fc: 78 });
    await logged('60 warning over_temperature');
    card = entered;
    rules.receiveConfig({ deviceId: DEVICE_ID });
    send(rules, 130, 150, { ...dry, temperature_fc: 78 });
    await waitFor(() => log.length === 2, { what: 'the dry run' });
    expect(log[1]).toMatch(/alarm dry_run$/);
  });
});
