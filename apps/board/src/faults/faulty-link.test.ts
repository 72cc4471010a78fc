import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import { isBoardField } from '@manoboard/domain/telemetry/last-data';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startBroker, type TestBroker } from '../../test/broker.ts';
import { type FakeClock, fakeClock } from '../../test/fake-clock.ts';
import { cmdAt, ID_DEV } from '../../test/parts.ts';
import { type Board, startBoard } from '../board.ts';
import { createBoardSecrets } from '../identity/board-secrets.ts';
import { mqttLink } from '../link/mqtt-link.ts';
import { startScenario, type World } from '../scenario.ts';
import { createFaultSwitches, type FaultSwitches } from './fault-switches.ts';
import { faultyClock } from './faults.ts';
import { faultyLink } from './faulty-link.ts';

let broker: TestBroker;
let clock: FakeClock;
let switches: FaultSwitches;
let world: World;
let board: Board;

beforeEach(async () => {
  broker = await startBroker();
  clock = fakeClock();
  switches = createFaultSwitches();
  world = startScenario('household', 1, clock, switches);
  const half = () => 0.5;
  board = startBoard({
    identity: { deviceId: ID_DEV, fcId: 'FC-00A1B2', fcType: 'GD10' },
    mqtt: { url: broker.url },
    secrets: createBoardSecrets({ secret: 'secret' }),
    boot: 3,
    ...world,
    clock: faultyClock(clock, switches.active),
    random: half,
    openLink: faultyLink(mqttLink(clock, half), switches, clock),
  });
  await broker.first('tele');
});
afterEach(async () => {
  await board.stop();
  await broker.close();
});

const received = (seq: number, time = 1) => broker.nth(time, 'tele', (frame) => frame.seq === seq);
/** Frame 2 reports the turning motor (after 1.5 s), then one follows every 5 s. */
async function untilFrame(seq: number) {
  await clock.advance(seq === 2 ? 1500 : 5000);
  await received(seq);
}

describe('faults of the connection and of the clock, with a real broker', () => {
  it('2.4 Wi-Fi loss: the will is published, the pump keeps running, and no frame is lost after reconnecting', async () => {
    await untilFrame(2);
    switches.on('wifi_loss');
    await broker.first('status', ({ online }) => online === 0);
    const before = broker.all('tele').length;
    await clock.advance(30_000);
    expect(broker.all('tele')).toHaveLength(before);
    expect((await world.drive.read()).frequencyHz).toBeGreaterThan(25);
    switches.off('wifi_loss');
    await broker.nth(2, 'status', ({ online }) => online === 1);
    await received(8);
    const seqs = [...new Set(broker.all('tele').map(({ seq }) => seq))].sort((a, b) => a - b);
    expect(seqs).toEqual(Array.from({ length: seqs.length }, (_, index) => index + 1));
  });

  it('a board stopped during Wi-Fi loss leaves no timer', async () => {
    switches.on('wifi_loss');
    await broker.first('status', ({ online }) => online === 0);
    await board.stop();
    await clock.advance(120_000);
    expect(clock.timers()).toBe(0);
  });

  it('duplicated frames: each arrives twice with identical fields', async () => {
    switches.on('duplicated_frames');
    await untilFrame(2);
    await received(2, 2);
    const [first, second] = broker.all('tele').filter(({ seq }) => seq === 2);
    expect(second).toEqual(first);
  });

  it('delayed frames arrive later with the time of their measurement', async () => {
    switches.on('delayed_frames', { delay_s: 20 });
    await clock.advance(1500 + 19_000);
    expect(broker.all('tele').map(({ seq }) => seq)).toEqual([1]);
    await clock.advance(1000);
    const late = await received(2);
    expect(Math.floor((clock.unixMs() ?? 0) / 1000) - late.ts).toBeGreaterThanOrEqual(20);
  });

  it('frames delayed during a disconnect are resent, and none is lost', async () => {
    switches.on('delayed_frames', { delay_s: 20 });
    await clock.advance(6500);
    switches.on('wifi_loss');
    await broker.first('status', ({ online }) => online === 0);
    switches.off('delayed_frames');
    switches.off('wifi_loss');
    await received(2);
    await received(3);
  });

  it('reordered frames: a group arrives newest first', async () => {
    await untilFrame(2);
    switches.on('reordered_frames', { group: 3 });
    await clock.advance(15_000);
    await received(3);
    expect(broker.all('tele').map(({ seq }) => seq)).toEqual([1, 2, 5, 4, 3]);
  });

  it('an incomplete group is sent when the fault ends', async () => {
    await untilFrame(2);
    switches.on('reordered_frames', { group: 10 });
    await clock.advance(5000);
    switches.off('reordered_frames');
    await received(3);
  });

  it('lost ack: the pump stops without an ack; the same command again gets the ack', async () => {
    switches.on('lost_ack');
    const cmd = cmdAt(clock, false);
    await broker.command(ID_DEV, cmd);
    for (let runState = 1; runState !== 3; { runState } = await world.drive.read()) await clock.advance(100);
    await clock.advance(2000);
    expect(broker.all('ack')).toEqual([]);
    switches.off('lost_ack');
    await broker.command(ID_DEV, cmd);
    await broker.first('ack', ({ id, st }) => id === cmd.id && st === 'done');
  });

  it('ack without effect: the command fails in the read-back', async () => {
    await untilFrame(2);
    switches.on('ack_without_effect');
    const cmd = cmdAt(clock, false);
    await broker.command(ID_DEV, cmd);
    await broker.first('ack', ({ id, st }) => id === cmd.id && st === 'accepted');
    await clock.advance(9000);
    const ack = await broker.first('ack', ({ id, st }) => id === cmd.id && st !== 'accepted');
    expect(ack.st).toBe('failed');
  });

  it('clock unset: frames carry no time, a start is refused, a stop is executed', async () => {
    switches.on('clock_unset');
    await untilFrame(2);
    expect(broker.all('tele').find(({ seq }) => seq === 2)?.ts).toBe(0);
    const start = cmdAt(clock, true);
    await broker.command(ID_DEV, start);
    expect(await broker.first('ack', ({ id }) => id === start.id)).toMatchObject({ err: 'no_clock' });
    const stop = cmdAt(clock, false);
    await broker.command(ID_DEV, stop);
    await broker.first('ack', ({ id, st }) => id === stop.id && st === 'done');
  });

  it('2.4 FC link loss: until the timeout frames continue and mark drive values as not measured', async () => {
    await untilFrame(2);
    switches.on('fc_link_loss');
    await untilFrame(3);
    const { fc, d, na } = await received(3);
    expect([fc, Object.keys(d).filter((field) => !isBoardField(field as ReadingField))]).toEqual([1, []]);
    expect(na).toEqual(expect.arrayContaining(['on_off_state_r', 'frequency_fc', 'pressure']));
    expect(na?.some(isBoardField)).toBe(false);
    expect(broker.all('event')).toEqual([]);
    switches.off('fc_link_loss');
    await clock.advance(1000);
    const back = await received(4);
    expect(back.na).toBeUndefined();
    expect(back.d).toHaveProperty('frequency_fc');
  });

  it('FC link loss: after 10 s frames have fc 0 and no drive values', async () => {
    await untilFrame(2);
    switches.on('fc_link_loss');
    await clock.advance(12_000);
    const lost = await broker.first('tele', ({ fc }) => fc === 0);
    expect(lost.d).not.toHaveProperty('frequency_fc');
    await broker.first('event', ({ code, st }) => code === 'FC_OFFLINE' && st === 'raised');
  });

  it('a lost register: frames mark that value alone as not measured, until it is back', async () => {
    await untilFrame(2);
    switches.on('lost_register', { register: 0x3004 });
    await untilFrame(3);
    await untilFrame(4);
    switches.off('lost_register');
    await untilFrame(5);
    const [, , ...frames] = broker.all('tele');
    expect(frames.map(({ fc, na }) => [fc, na])).toEqual([
      [1, ['motor_current']],
      [1, ['motor_current']],
      [1, undefined],
    ]);
  });

  it('2.4 dry run without a server: the board stops the drive and publishes an event with the measured values', async () => {
    await untilFrame(2);
    switches.on('dry_run');
    for (let i = 0; i < 60; i++) await clock.advance(1000);
    const event = await broker.first('event', ({ code }) => code === 'DRY_RUN');
    expect(event).toMatchObject({ st: 'raised', sev: 'alarm' });
    expect(event.d.motor_power).toBeLessThan(0.4);
    await broker.first('tele', ({ d }) => d.on_off_state_r === 3);
  });
});
