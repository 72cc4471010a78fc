import { MAX_JSON_BYTES } from '@manoboard/contract/mqtt/decode-message';
import { describe, expect, it } from 'vitest';
import { createCommandHarness } from '../../test/command-harness.ts';
import { type FakeClock, fakeClock } from '../../test/fake-clock.ts';
import { cmdAt, driveWith, opAt } from '../../test/parts.ts';
import { pause } from '../clock.ts';
import { type Deadline, DriveError, RunChannel, RunState } from '../drive/drive.ts';

const silent = () => Promise.reject(new DriveError('no_answer', 'silence'));
const exception = () =>
  Promise.reject(
    new DriveError('exception', 'exception 8', { code: 8, name: 'not_while_running', address: 0x2000 }),
  );

describe('commands (protocol.md, Commands)', () => {
  it.each([
    [true, RunState.stopped, RunState.forward],
    [false, RunState.forward, RunState.stopped],
  ])('start_stop %s: accepted, done, with what was read back', async (val, before, after) => {
    const drive = driveWith({ state: { runState: before } });
    const { send, outcomes, acks, clock } = createCommandHarness(drive);
    await send(cmdAt(clock, val));
    expect(outcomes()).toEqual(['accepted', 'done']);
    expect(acks[1]?.d).toEqual({ on_off_state_r: after });
    expect(drive.writes).toEqual([val ? 'start' : 'stop']);
  });

  it('start is done only after the drive reports it, however long its ramp is', async () => {
    let runState: number = RunState.forward;
    const drive = driveWith({});
    const { send, outcomes, clock } = createCommandHarness({
      ...drive,
      read: async () => ({ ...(await drive.read()), runState }),
    });
    await send(cmdAt(clock, false));
    await clock.advance(3_000);
    expect(outcomes()).toEqual(['accepted']);
    runState = RunState.stopped;
    await clock.advance(300);
    expect(outcomes()).toEqual(['accepted', 'done']);
  });

  it('start fails if the drive never reports it', async () => {
    const { send, outcomes, acks, clock } = createCommandHarness(driveWith({ start: async () => {} }));
    await send(cmdAt(clock, true));
    await clock.advance(9_000);
    expect(outcomes()).toEqual(['accepted', 'failed']);
    expect(acks[1]?.d).toEqual({ on_off_state_r: RunState.stopped });
  });

  it.each([
    ['start under keypad control', true, { runChannel: RunChannel.keypad }, 'not_in_comm_control'],
    ['stop under keypad control', false, { runChannel: RunChannel.keypad }, 'not_in_comm_control'],
    ['start under terminal control', true, { runChannel: RunChannel.terminal }, 'not_in_comm_control'],
    ['start of a drive in fault', true, { runState: RunState.fault, faultCode: 10 }, 'fc_fault'],
    ['start of a drive without power', true, { runState: RunState.noPower }, 'fc_offline'],
  ])('%s: rejected, nothing written', async (_what, val, state, err) => {
    const drive = driveWith({ state });
    const { send, outcomes, clock } = createCommandHarness(drive);
    await send(cmdAt(clock, val));
    expect(outcomes()).toEqual([`rejected ${err}`]);
    expect(drive.writes).toEqual([]);
  });

  it('a rejection carries the exception of the drive', async () => {
    const { send, acks, clock } = createCommandHarness(
      driveWith({ state: { runChannel: RunChannel.keypad } }),
    );
    await send(cmdAt(clock, true));
    expect(acks[0]?.d).toEqual({ modbus: 0 });
  });

  it('stop of a drive in fault is accepted', async () => {
    const drive = driveWith({ state: { runState: RunState.fault } });
    const { send, outcomes, clock } = createCommandHarness(drive);
    await send(cmdAt(clock, false));
    expect(outcomes()).toEqual(['accepted', 'done']);
  });

  it.each([
    ['does not answer', { read: silent }, ['rejected fc_offline']],
    ['goes silent at the write', { start: silent }, ['accepted', 'failed fc_offline']],
    ['refuses the write', { start: exception }, ['accepted', 'failed modbus_exception']],
  ])('a drive that %s', async (_what, verbs, expected) => {
    const { send, outcomes, clock } = createCommandHarness(driveWith(verbs));
    await send(cmdAt(clock, true));
    expect(outcomes()).toEqual(expected);
  });

  it('an expired command is acked as expired and never executed', async () => {
    const drive = driveWith({});
    const { send, outcomes, clock } = createCommandHarness(drive);
    const old = cmdAt(clock, true);
    await clock.advance(10_000);
    await send(old);
    expect(outcomes()).toEqual(['expired']);
    expect(drive.writes).toEqual([]);
  });

  it('a command that expires while the drive is slow is not executed', async () => {
    const clock = fakeClock();
    const drive = driveWith({});
    const read = async () => {
      await pause(clock, 11_000);
      return drive.read();
    };
    const { send, outcomes } = createCommandHarness({ ...drive, read }, clock);
    await send(cmdAt(clock, true));
    await clock.advance(11_000);
    expect(outcomes()).toEqual(['expired']);
    expect(drive.writes).toEqual([]);
  });

  it.each([
    ['a start', (clock: FakeClock) => cmdAt(clock, true), 10_000],
    ['a stop', (clock: FakeClock) => cmdAt(clock, false), 10_000],
    ['a lock', (clock: FakeClock) => opAt(clock, 'set_lock', { val: true }), 10_000],
    ['a pressure', (clock: FakeClock) => opAt(clock, 'write', { what: 'Required pressure', val: 4 }), 60_000],
    ['a control mode', (clock: FakeClock) => opAt(clock, 'pressure_control', { val: 1 }), 60_000],
    ['a register', (clock: FakeClock) => opAt(clock, 'reg_write', { reg: 0x0901, val: 400 }), 60_000],
  ] as const)(
    '%s that expires in the drive queue is not sent and is acked as expired',
    async (_what, cmdOf, notAfterMs) => {
      const clock = fakeClock();
      const deadlines: unknown[] = [];
      const late = async (terms?: Deadline) => {
        deadlines.push(terms?.notAfterMs);
        throw new DriveError('too_late', 'nothing was sent');
      };
      const { send, outcomes } = createCommandHarness(
        {
          ...driveWith({}),
          start: late,
          stop: late,
          setLock: (_is, deadline) => late(deadline),
          setRequiredPressure: (_bar, deadline) => late(deadline),
          setPressureControl: (_source, deadline) => late(deadline),
          writeRegister: (_address, _word, terms) => late(terms),
        },
        clock,
      );
      const cmd = cmdOf(clock);
      await clock.advance(4_000);
      await send(cmd);
      expect(deadlines).toEqual([notAfterMs]);
      expect(outcomes().at(-1)).toBe('expired');
    },
  );

  it('a lifetime longer than the contract allows is rejected', async () => {
    const { send, outcomes, clock } = createCommandHarness(driveWith({}));
    const cmd = cmdAt(clock, true);
    await send({ ...cmd, exp: cmd.exp + 3600 });
    expect(outcomes()).toEqual(['rejected bad_request']);
  });

  it.each([
    [true, ['rejected no_clock']],
    [false, ['accepted', 'done']],
  ])('with the clock unset, start_stop %s: %j', async (val, expected) => {
    const clock = fakeClock();
    const cmd = cmdAt(clock, val);
    clock.setUnix(undefined);
    const { send, outcomes, acks } = createCommandHarness(driveWith({}), clock);
    await send(cmd);
    expect(outcomes()).toEqual(expected);
    expect(acks[0]?.ts).toBe(0);
  });

  it('a duplicate repeats the old ack and executes nothing', async () => {
    const drive = driveWith({});
    const { send, acks, clock } = createCommandHarness(drive);
    const cmd = cmdAt(clock, true);
    await send(cmd);
    await clock.advance(2_000);
    await send(cmd);
    expect(acks).toHaveLength(3);
    expect(acks[2]).toEqual(acks[1]);
    expect(drive.writes).toEqual(['start']);
  });

  it('a duplicate after expiry repeats the outcome', async () => {
    const { send, outcomes, clock } = createCommandHarness(driveWith({}));
    const cmd = cmdAt(clock, true);
    await send(cmd);
    await clock.advance(60_000);
    await send(cmd);
    expect(outcomes()).toEqual(['accepted', 'done', 'done']);
  });

  it('the last 32 ids are remembered; older ones are rejected by expiry', async () => {
    const drive = driveWith({});
    const { send, outcomes, clock } = createCommandHarness(drive);
    const sent = Array.from({ length: 33 }, (_, i) => cmdAt(clock, i % 2 === 0));
    for (const cmd of sent) await send(cmd);
    const executed = drive.writes.length;
    await clock.advance(20_000);
    await send(cmdAt(clock, false));
    await send(sent[2]);
    await send(sent[0]);
    expect(outcomes().slice(-2)).toEqual(['done', 'expired']);
    expect(drive.writes).toHaveLength(executed + 1);
  });

  it('an unexpired command is never evicted and executed twice', async () => {
    const drive = driveWith({});
    const { send, outcomes, clock } = createCommandHarness(drive);
    const first = cmdAt(clock, true);
    await send(first);
    for (let i = 0; i < 200; i++) await send(cmdAt(clock, i % 2 === 0));
    await send(first);
    expect(outcomes().at(-1)).toBe('done');
    expect(drive.writes).toHaveLength(201);
  });

  it('a board full of unexpired commands rejects new ones', async () => {
    const drive = driveWith({});
    const { send, outcomes, clock } = createCommandHarness(drive);
    for (let i = 0; i < 256; i++) await send(cmdAt(clock, true));
    await send(cmdAt(clock, true));
    expect(outcomes().at(-1)).toBe('rejected busy');
    await clock.advance(10_000);
    await send(cmdAt(clock, true));
    expect(outcomes().at(-1)).toBe('done');
    expect(drive.writes).toHaveLength(257);
  });

  it('a retained command is rejected as stale', async () => {
    const drive = driveWith({});
    const { send, outcomes, clock } = createCommandHarness(drive);
    await send(cmdAt(clock, true), true);
    expect(outcomes()).toEqual(['rejected bad_request']);
    expect(drive.writes).toEqual([]);
  });

  it.each([
    ['an unknown op', { op: 'self_destruct' }],
    ['a value that is not a boolean', { val: 'true' }],
    ['a missing value', { val: undefined }],
    ['another version', { v: 2 }],
    ['no expiry', { exp: undefined }],
    ['more than a kilobyte', { note: 'x'.repeat(MAX_JSON_BYTES) }],
  ])('%s: nothing done, rejected as a bad request', async (_what, change) => {
    const drive = driveWith({});
    const { send, acks, outcomes, clock } = createCommandHarness(drive);
    const cmd = cmdAt(clock, true);
    await send({ ...cmd, ...change });
    expect(outcomes()).toEqual(['rejected bad_request']);
    expect(acks[0]?.id).toBe(cmd.id);
    expect(drive.writes).toEqual([]);
  });

  it.each(['', 'stop', '{"v":1', 'null', '[]', '{"id":7}', '{"id":"DROP TABLE"}', '{"id":"01JCPV3Q9W'])(
    'without a readable id no ack is sent and nothing is executed: %j',
    async (text) => {
      const drive = driveWith({});
      const { send, acks } = createCommandHarness(drive);
      await send(text);
      expect(acks).toEqual([]);
      expect(drive.writes).toEqual([]);
    },
  );

  it('an oversized payload is not parsed', async () => {
    const { send, acks, clock } = createCommandHarness(driveWith({}));
    await send({ ...cmdAt(clock, true), note: 'x'.repeat(70_000) });
    expect(acks).toEqual([]);
  });

  it('stop overtakes a start that waits for its read-back', async () => {
    const drive = driveWith({ start: async () => {} });
    const { send, acks, clock } = createCommandHarness(drive);
    const [start, stop] = [cmdAt(clock, true), cmdAt(clock, false)];
    await send(start);
    await send(stop);
    await clock.advance(500);
    const last = (id: string) => acks.findLast((ack) => ack.id === id);
    expect(last(stop.id)?.st).toBe('done');
    expect(last(start.id)).toMatchObject({ st: 'failed', err: 'busy' });
    expect(drive.writes).toEqual(['start', 'stop']);
  });

  it('a start confirmed late never runs after the stop that followed it', async () => {
    const clock = fakeClock();
    const drive = driveWith({});
    let reads = 0;
    const read = async () => {
      if (++reads === 1) await pause(clock, 1_000);
      return drive.read();
    };
    const { send, acks } = createCommandHarness({ ...drive, read }, clock);
    const [start, stop] = [cmdAt(clock, true), cmdAt(clock, false)];
    await send(start);
    await send(stop);
    await clock.advance(2_000);
    expect(drive.writes).toEqual(['stop']);
    expect(acks.findLast((ack) => ack.id === start.id)).toMatchObject({ st: 'rejected', err: 'busy' });
  });
});
