import type { Cmd } from '@manoboard/contract/mqtt/topics';
import { configSum } from '@manoboard/domain/device-config/sum';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startBroker, type TestBroker } from '../test/broker.ts';
import { FAKE_START_MS, type FakeClock, fakeClock } from '../test/fake-clock.ts';
import { cmdAt, driveWith, ID_DEV, opAt, scenarioParts } from '../test/parts.ts';
import { type Board, type BoardParts, startBoard } from './board.ts';
import type { Disk } from './disk/disk.ts';
import { createMemoryDisk } from './disk/memory-disk.ts';
import { type Drive, DriveError, RunState } from './drive/drive.ts';
import { createBoardSecrets } from './identity/board-secrets.ts';
import { mqttLink } from './link/mqtt-link.ts';
import { startRestartable } from './restartable-board.ts';

const BOOT = 17;
const START_S = FAKE_START_MS / 1000;
let broker: TestBroker;
let clock: FakeClock;
let disk: Disk;
let board: Board | undefined;

beforeEach(async () => {
  broker = await startBroker();
  clock = fakeClock();
  disk = createMemoryDisk();
});
afterEach(async () => {
  await board?.stop();
  board = undefined;
  await broker.close();
});

const partsWith = (more: Partial<BoardParts>): BoardParts => ({
  identity: { deviceId: ID_DEV, fcId: 'FC-00A1B2', fcType: 'GD10' },
  mqtt: { url: broker.url },
  secrets: createBoardSecrets({ secret: 'secret' }),
  boot: BOOT,
  ...scenarioParts(clock),
  clock,
  random: () => 0.5,
  openLink: mqttLink(clock, () => 0.5),
  disk,
  outboxDisk: disk,
  ...more,
});

/** Resolves when the broker has received the first full frame. */
async function start(more: Partial<BoardParts> = {}): Promise<void> {
  const parts = partsWith(more);
  board = startBoard(parts);
  await broker.first('tele', ({ boot }) => boot === parts.boot);
}

/** Advances the clock until the final ack of a command. */
async function outcome(cmd: Cmd) {
  await broker.command(ID_DEV, cmd);
  const ended = broker.first('ack', ({ id, st }) => id === cmd.id && st !== 'accepted');
  let isOver = false;
  ended.then(() => {
    isOver = true;
  });
  while (!isOver) await clock.advance(200);
  return ended;
}

describe('commands over a real connection to the simulated GD10', () => {
  it('R5.2 an unlocked drive obeys its keypad: start and stop are rejected until it is locked again', async () => {
    await start();
    expect(await outcome(opAt(clock, 'set_lock', { val: false }))).toMatchObject({
      st: 'done',
      d: { modbus: 0 },
    });
    for (const val of [true, false])
      expect(await outcome(cmdAt(clock, val))).toMatchObject({
        st: 'rejected',
        err: 'not_in_comm_control',
        d: { modbus: 0 },
      });
    expect(await outcome(opAt(clock, 'set_lock', { val: true }))).toMatchObject({
      st: 'done',
      d: { modbus: 2 },
    });
    expect(await outcome(cmdAt(clock, false))).toMatchObject({ st: 'done', d: { on_off_state_r: 3 } });
  });

  it('R5.4, R5.5 the required pressure is written in remote mode and rejected in local mode', async () => {
    await start();
    const write = (val: number) => outcome(opAt(clock, 'write', { what: 'Required pressure', val }));
    expect(await write(4.5)).toMatchObject({ st: 'done', d: { required_pressure: 4.5 } });
    expect(await write(5.6)).toMatchObject({ st: 'rejected', err: 'out_of_range' });
    const local = await outcome(opAt(clock, 'pressure_control', { val: 1 }));
    expect(local.st).toBe('done');
    expect(local.d?.pressure_control).toBeGreaterThan(0);
    expect(await write(4)).toMatchObject({ st: 'rejected', err: 'not_in_comm_control' });
    expect(await outcome(opAt(clock, 'pressure_control', { val: 0 }))).toMatchObject({
      d: { pressure_control: 0 },
    });
    expect(await write(4)).toMatchObject({ st: 'done' });
  });

  it('registers: a write checks the expected value and is read back; addresses outside the map are refused', async () => {
    await start();
    const read = await outcome(opAt(clock, 'reg_read', { reg: 0x2103, n: 1 }));
    expect(read).toMatchObject({ st: 'done', d: { reg: 0x2103, val: [269] } });
    const before = await outcome(opAt(clock, 'reg_read', { reg: 0x0114, n: 1 }));
    const old = [before.d?.val].flat()[0] ?? 0;
    expect(await outcome(opAt(clock, 'reg_write', { reg: 0x0114, val: 50, expect: old }))).toMatchObject({
      st: 'done',
      d: { reg: 0x0114, val: 50, old },
    });
    expect(await outcome(opAt(clock, 'reg_write', { reg: 0x0114, val: 60, expect: old }))).toMatchObject({
      st: 'rejected',
      err: 'busy',
      d: { val: 50 },
    });
    expect(await outcome(opAt(clock, 'reg_read', { reg: 0x6000, n: 1 }))).toMatchObject({
      st: 'rejected',
      err: 'not_allowed',
    });
  });

  it('a reset meter counts from zero in the frames, also after a restart', async () => {
    await start();
    expect(await outcome(opAt(clock, 'reset', { name: 'electro_meter' }))).toMatchObject({
      st: 'done',
      d: { electro_meter: 0 },
    });
    await board?.stop();
    await start({ boot: BOOT + 1 });
    const frame = await broker.first('tele', ({ boot }) => boot === BOOT + 1);
    expect(frame.d.electro_meter).toBeLessThan(1);
    expect(frame.d.motor_operating_hours).toBeGreaterThan(100);
  });

  it('restart: acked as accepted, offline, birth with the next boot, acked as done', async () => {
    const parts = partsWith({});
    board = startRestartable(
      BOOT,
      (last) => last + 1,
      (boot, restart) => startBoard({ ...parts, boot, restart }),
    );
    await broker.first('tele');
    const cmd = opAt(clock, 'restart', {});
    expect((await outcome(cmd)).st).toBe('done');
    expect(broker.all('ack').map(({ st }) => st)).toEqual(['accepted', 'done']);
    expect(broker.all('status').map(({ online, boot }) => [online, boot])).toEqual([
      [1, BOOT],
      [0, BOOT],
      [1, BOOT + 1],
    ]);
    await broker.command(ID_DEV, cmd);
    await broker.nth(2, 'ack', ({ st }) => st === 'done');
    expect(broker.all('status')).toHaveLength(3);
  });
});

describe('config over a real connection', () => {
  it('a retained config is applied, reported with retain, and used by the next frames', async () => {
    const cfg = { tele_s: 2, pressure: { min: 3, max: 20, normalizer: 10 } } as const;
    await broker.publish('cfg/desired', ID_DEV, { v: 1, ver: 7, cfg }, { retain: true });
    await start();
    expect(await broker.first('cfg/reported')).toEqual({
      v: 1,
      ver: 7,
      st: 'applied',
      tag: null,
      sum: configSum(cfg),
      ts: START_S,
    });
    expect(broker.received.find(({ topic }) => topic.endsWith('cfg/reported'))?.retain).toBe(true);
    const later = broker.first('tele', ({ d, seq }) => seq > 1 && d.required_pressure === 0.4);
    await clock.advance(61_000);
    await later;
    const times = broker.all('tele').map(({ ts }) => ts);
    expect(times.slice(-3).map((ts, i, all) => ts - (all[i - 1] ?? ts))).toEqual([0, 2, 2]);
  });

  it('a bad config is reported as rejected; an older version is answered with the newest', async () => {
    await start();
    await broker.publish('cfg/desired', ID_DEV, { v: 1, ver: 7, cfg: { tele_s: 5 } });
    await broker.publish('cfg/desired', ID_DEV, { v: 1, ver: 6, cfg: {} });
    await broker.publish('cfg/desired', ID_DEV, { v: 1, ver: 8, cfg: { pressure: { min: 5, max: 4 } } });
    await broker.nth(3, 'cfg/reported');
    expect(broker.all('cfg/reported').map(({ ver, st, reason }) => [ver, st, reason])).toEqual([
      [7, 'applied', undefined],
      [7, 'applied', undefined],
      [8, 'rejected', 'min_not_below_max'],
    ]);
  });
});

it('the drive receives the sensor span with each config and at each start', async () => {
  const spans: number[] = [];
  const drive = { ...driveWith({}), setSensorMax: (bar: number) => void spans.push(bar) };
  await start({ drive });
  await broker.publish('cfg/desired', ID_DEV, { v: 1, ver: 1, cfg: { pressure: { sensor_max: 16 } } });
  await broker.first('cfg/reported');
  await board?.stop();
  await start({ drive, boot: BOOT + 1 });
  expect(spans).toEqual([10, 16, 16]);
});

describe('events over a real connection', () => {
  it('a converter that goes silent and returns raises and clears one event with one id', async () => {
    let isSilent = false;
    const answering = driveWith({});
    const drive: Drive = {
      ...answering,
      read: () => (isSilent ? Promise.reject(new DriveError('no_answer', 'silence')) : answering.read()),
    };
    await start({ drive });
    isSilent = true;
    const raised = broker.first('event');
    await clock.advance(11_000);
    expect(await raised).toMatchObject({ code: 'FC_OFFLINE', st: 'raised', sev: 'alarm', ts: START_S + 10 });
    isSilent = false;
    const cleared = broker.first('event', ({ st }) => st === 'cleared');
    await clock.advance(2_000);
    expect((await cleared).id).toBe((await raised).id);
    expect(broker.all('event')).toHaveLength(2);
  });

  it('an event raised while offline is sent later with its own time', async () => {
    const drive = driveWith({});
    broker.secrets.set(ID_DEV, 'changed meanwhile');
    board = startBoard(partsWith({ drive }));
    await clock.advance(2_000);
    Object.assign(drive.state, { runState: RunState.fault, faultCode: 10 });
    await clock.advance(30_000);
    broker.secrets.delete(ID_DEV);
    const raised = broker.first('event');
    let isOver = false;
    raised.then(() => {
      isOver = true;
    });
    while (!isOver) await clock.advance(1_000);
    expect(await raised).toMatchObject({ code: 'FC_FAULT', d: { fault: 10 } });
    expect((await raised).ts - START_S).toBeLessThan(5);
  });
});

describe('across a restart', () => {
  it('unacknowledged frames are resent by the next start with their own boot, seq and ts, in order', async () => {
    await start();
    broker.hold('tele');
    await clock.advance(30_000);
    const dying = board?.stop();
    await clock.advance(5_000);
    await dying;
    broker.hold(undefined);
    const known = broker.all('tele').length;
    await start({ boot: BOOT + 1 });
    await broker.until(() => broker.all('tele').length >= known + 4);
    const later = broker.all('tele').slice(known);
    const old = later.filter(({ boot }) => boot === BOOT);
    expect(old.length).toBeGreaterThan(3);
    expect(old.map(({ seq }) => seq)).toEqual(old.map((_, i) => (old[0]?.seq ?? 0) + i));
    expect(old.every(({ ts }) => ts <= START_S + 30)).toBe(true);
    expect(later.some(({ boot, seq }) => boot === BOOT + 1 && seq === 1)).toBe(true);
  });
});

describe('info', () => {
  it('info is published again when another converter answers', async () => {
    let ident = { ident: 0x010d, fcType: 'GD10' };
    let isSilent = false;
    const answering = driveWith({ identify: async () => ident });
    const read = () => (isSilent ? Promise.reject(new DriveError('no_answer', 'silence')) : answering.read());
    await start({ drive: { ...answering, read } });
    isSilent = true;
    await clock.advance(12_000);
    ident = { ident: 0x0106, fcType: 'GD20' };
    isSilent = false;
    const told = broker.nth(2, 'info');
    await clock.advance(2_000);
    expect((await told).fc).toEqual({ id: 'FC-00A1B2', fc_type: 'GD20', ident: 0x0106, unit: 1 });
  });

  it('info is not published again for small changes of the Wi-Fi level', async () => {
    const { sensors } = scenarioParts(clock);
    await start({ sensors });
    await clock.advance(120_000);
    expect(broker.all('info')).toHaveLength(1);
  });
});
