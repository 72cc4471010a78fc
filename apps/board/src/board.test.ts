import { EventEmitter, once } from 'node:events';
import { READING_FIELDS } from '@manoboard/contract/mqtt/reading';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startBroker, type TestBroker } from '../test/broker.ts';
import { FAKE_START_MS, type FakeClock, fakeClock } from '../test/fake-clock.ts';
import { cmdAt, driveWith, ID_DEV, scenarioParts } from '../test/parts.ts';
import { type Board, type BoardParts, startBoard } from './board.ts';
import { type Drive, DriveError, RunState } from './drive/drive.ts';
import { createBoardSecrets } from './identity/board-secrets.ts';
import { mqttLink } from './link/mqtt-link.ts';

const BOOT = 17;
const START_S = FAKE_START_MS / 1000;
let broker: TestBroker;
let clock: FakeClock;
let board: Board | undefined;
let line: EventEmitter;

/** The broker may notice a disconnect before the board does, so wait for either. */
async function boardNotices() {
  if (isConnected) await once(line, 'trouble');
}
let isConnected = false;

beforeEach(async () => {
  broker = await startBroker();
  clock = fakeClock();
  line = new EventEmitter();
});
afterEach(async () => {
  await board?.stop();
  board = undefined;
  await broker.close();
});

function start(more: Partial<BoardParts> = {}): Board {
  board = startBoard({
    identity: { deviceId: ID_DEV, fcId: 'FC-00A1B2', fcType: 'GD10' },
    mqtt: { url: broker.url },
    secrets: createBoardSecrets({ secret: 'secret' }),
    boot: BOOT,
    ...scenarioParts(clock),
    clock,
    random: () => 0.5,
    openLink: mqttLink(clock, () => 0.5),
    onConnected: () => {
      isConnected = true;
    },
    onConnectFailed: () => {
      isConnected = false;
      line.emit('trouble');
    },
    ...more,
  });
  return board;
}

/** Resolves when the broker has received the first full frame. */
async function startAndReceive(more: Partial<BoardParts> = {}) {
  start(more);
  await broker.first('tele');
}

const receivedFrame = (seq: number, time = 1) => broker.nth(time, 'tele', (frame) => frame.seq === seq);
const isBirth = ({ online }: { online: number }) => online === 1;
const isWill = ({ online }: { online: number }) => online === 0;
/** With random numbers of 0.5 the first retry is after 0.75 s. */
const RETRY_MS = 750;

/** Frame 1 at the connect, 2 when the motor turns (after 1.5 s), then one every 5 s. */
async function runUntilFrame4() {
  await startAndReceive();
  await clock.advance(1_500);
  await receivedFrame(2);
  await clock.advance(5_000);
  await receivedFrame(3);
  await clock.advance(5_000);
  await receivedFrame(4);
}

describe('a board on a real connection (protocol.md, Topics)', () => {
  it('the login uses a clean session, keep-alive 20 s and MQTT 3.1.1', async () => {
    await startAndReceive();
    expect(broker.clients.get(ID_DEV)).toEqual({ username: ID_DEV, keepalive: 20, clean: true, version: 4 });
  });

  it('on connect the board publishes its birth with boot and time, then info, both retained', async () => {
    await startAndReceive();
    expect(broker.all('status')).toEqual([{ v: 1, online: 1, boot: BOOT, ts: START_S }]);
    const info = await broker.first('info');
    expect(info).toMatchObject({
      id_dev: ID_DEV,
      version: '1.4.2',
      hw: 'MNB-2',
      boot: BOOT,
      fc: { id: 'FC-00A1B2', fc_type: 'GD10', ident: 269, unit: 1 },
      cap: [
        'start_stop',
        'set_lock',
        'write',
        'pressure_control',
        'reset',
        'fault_reset',
        'reg',
        'restart',
        'pump',
        'tag',
        'retry',
        'started',
      ],
    });
    const flags = broker.received.map(({ topic, retain }) => `${topic.split('/').at(-1)} ${retain}`);
    expect(flags.slice(0, 3)).toEqual(['status true', 'info true', 'tele false']);
  });

  it('a lost connection publishes the will, with the same boot and no time', async () => {
    await startAndReceive();
    broker.cut();
    const will = await broker.first('status', isWill);
    expect(will).toEqual({ v: 1, online: 0, boot: BOOT });
  });

  it('a stop publishes one offline message and disconnects cleanly: no will follows', async () => {
    await startAndReceive();
    await board?.stop();
    expect(broker.all('status').map(({ online }) => online)).toEqual([1, 0]);
    expect(broker.received.at(-1)?.retain).toBe(true);
  });

  it('a board stopped at any moment of its login never stays online', async () => {
    for (let turns = 0; turns < 40; turns++) {
      start();
      for (let i = 0; i < turns; i++) await clock.advance(0);
      await board?.stop();
      expect(broker.all('status').at(-1)?.online, `after ${turns} turns`).not.toBe(1);
    }
    expect(broker.all('status').filter(isBirth).length).toBeGreaterThan(0);
  });

  it('frames: all fields at connect, then changed fields every 5 s, with consecutive seq', async () => {
    await runUntilFrame4();
    const frames = broker.all('tele');
    expect(frames.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(Object.keys(frames[0]?.d ?? {}).sort()).toEqual([...READING_FIELDS].sort());
    const last = frames.at(-1);
    expect(Object.keys(last?.d ?? {}).length).toBeLessThan(READING_FIELDS.length);
    expect(last).toMatchObject({ v: 1, boot: BOOT, fc: 1 });
    expect((last?.ts ?? 0) - (frames.at(-2)?.ts ?? 0)).toBe(5);
  });

  it('unacknowledged frames are resent after a disconnect with the same boot, seq, ts and content', async () => {
    await runUntilFrame4();
    broker.hold('tele');
    await clock.advance(5_000);
    await receivedFrame(5);
    // The broker handles a board's messages in order: frame 6 queues behind the held one.
    await clock.advance(5_000);
    broker.cut();
    await broker.first('status', isWill);
    broker.hold(undefined);
    await boardNotices();
    await clock.advance(RETRY_MS);
    await receivedFrame(6);
    await clock.advance(1_000);
    await receivedFrame(7);
    const frames = broker.all('tele');
    expect(frames.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 5, 6, 7]);
    expect(frames[5]).toEqual(frames[4]);
    expect((frames[6]?.ts ?? 0) - (frames[5]?.ts ?? 0)).toBe(5);
    expect(Object.keys(frames[7]?.d ?? {})).toHaveLength(READING_FIELDS.length);
  });

  it('frames measured while offline arrive later, in order and with their own time', async () => {
    await runUntilFrame4();
    broker.secrets.set(ID_DEV, 'changed meanwhile');
    broker.cut();
    await broker.first('status', isWill);
    await boardNotices();
    await clock.advance(30_000);
    expect(broker.all('tele')).toHaveLength(4);
    broker.secrets.delete(ID_DEV);
    await clock.advance(60_000);
    await broker.nth(2, 'status', isBirth);
    await receivedFrame(12);
    const frames = broker.all('tele');
    expect(frames.map(({ seq }) => seq)).toEqual(frames.map((_, i) => i + 1));
    const gaps = frames.slice(2).map(({ ts }, i) => ts - (frames[i + 1]?.ts ?? 0));
    expect(gaps.slice(0, 9)).toEqual(Array(9).fill(5));
    const topics = broker.received.map(({ topic }) => topic.split('/').at(-1));
    // The info names the converter whose fault codes the kept messages have.
    expect(topics.slice(topics.lastIndexOf('status')).slice(0, 3)).toEqual(['status', 'info', 'tele']);
  });

  it('a flapping network ends in one connection, with one birth per connect', async () => {
    await startAndReceive();
    for (const connection of [2, 3, 4]) {
      broker.cut();
      await broker.nth(connection - 1, 'status', isWill);
      await boardNotices();
      await clock.advance(RETRY_MS);
      await broker.nth(connection, 'status', isBirth);
      await broker.nth(connection, 'info');
    }
    expect(broker.all('status').filter(isBirth)).toHaveLength(4);
  });

  it('R5.1 a stop is acked as accepted, then done, and the next frame shows it at once', async () => {
    await startAndReceive();
    await clock.advance(30_000);
    const cmd = cmdAt(clock, false);
    await broker.command(ID_DEV, cmd);
    const done = await broker.first('ack', ({ id, st }) => id === cmd.id && st === 'done');
    expect(done.d).toEqual({ on_off_state_r: RunState.stopped });
    const receivedOff = broker.first('tele', ({ d }) => d.on_off_state_r === RunState.stopped);
    await clock.advance(1_000);
    await receivedOff;
    const receivedStill = broker.first('tele', ({ seq, d }) => seq > 5 && d.frequency_fc === 0);
    await clock.advance(6_000);
    expect((await receivedStill).ts - done.ts).toBeLessThanOrEqual(7);
  });

  it('a duplicate command is executed once', async () => {
    const drive = driveWith({});
    await startAndReceive({ drive });
    const cmd = cmdAt(clock, true);
    await broker.command(ID_DEV, cmd);
    await broker.first('ack', ({ st }) => st === 'done');
    await broker.command(ID_DEV, cmd);
    await broker.nth(2, 'ack', ({ st }) => st === 'done');
    expect(drive.writes).toEqual(['start']);
  });

  it('a retained command is not executed', async () => {
    const drive = driveWith({});
    const cmd = cmdAt(clock, true);
    await broker.command(ID_DEV, cmd, { retain: true });
    start({ drive });
    expect(await broker.first('ack')).toMatchObject({ id: cmd.id, st: 'rejected', err: 'bad_request' });
    expect(drive.writes).toEqual([]);
  });

  it('garbage on the command topic is ignored', async () => {
    const drive = driveWith({});
    await startAndReceive({ drive });
    for (const text of ['', 'stop', '{"id":', '\u0000'.repeat(3000)]) await broker.command(ID_DEV, text);
    const cmd = cmdAt(clock, true);
    await broker.command(ID_DEV, cmd);
    await broker.first('ack', ({ id, st }) => id === cmd.id && st === 'done');
    expect(drive.writes).toEqual(['start']);
  });

  it("a converter silent for 10 s gives fc 0 and only the board's own fields; its return gives all fields", async () => {
    let isSilent = false;
    const answering = driveWith({});
    const drive: Drive = {
      ...answering,
      read: () => (isSilent ? Promise.reject(new DriveError('no_answer', 'silence')) : answering.read()),
    };
    await startAndReceive({ drive });
    isSilent = true;
    await clock.advance(9_000);
    expect(broker.all('tele').every(({ fc }) => fc === 1)).toBe(true);
    const lost = broker.first('tele', ({ fc }) => fc === 0);
    await clock.advance(3_000);
    expect(Object.keys((await lost).d).sort()).toEqual([
      'analog_input_2',
      'analog_input_3',
      'rssi',
      'temperature_mnb',
    ]);
    isSilent = false;
    const { seq } = await lost;
    const back = broker.first('tele', (frame) => frame.fc === 1 && frame.seq > seq);
    await clock.advance(2_000);
    expect(Object.keys((await back).d)).toHaveLength(READING_FIELDS.length);
  });

  it('every ts is 0 while the clock is unset', async () => {
    clock.setUnix(undefined);
    await startAndReceive();
    expect(broker.all('status')[0]?.ts).toBe(0);
    expect(broker.all('tele')[0]?.ts).toBe(0);
  });

  it('a stopped board leaves no timer', async () => {
    await startAndReceive();
    await board?.stop();
    await clock.advance(10_000);
    expect(clock.timers()).toBe(0);
  });
});
