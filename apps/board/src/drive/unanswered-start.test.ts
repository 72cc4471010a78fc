import { getProfile } from '@manoboard/domain/fc/profiles';
import { expect, it } from 'vitest';
import { fakeClock } from '../../test/fake-clock.ts';
import { driveWith } from '../../test/parts.ts';
import { DriveError, RunState } from './drive.ts';
import type { Exchange } from './modbus/exchange.ts';
import { createModbusPort } from './modbus/modbus-port.ts';
import { createRegisterDrive } from './register-drive.ts';
import { stopAfterUnansweredStart } from './unanswered-start.ts';

const silence = () => Promise.reject(new DriveError('no_answer', 'silence'));

/** A drive whose answers can be dropped; it still executes the requests. */
function setUp() {
  const clock = fakeClock();
  const ears = { areDeaf: false, swallowedAnswers: 0 };
  const bare = driveWith({});
  const deaf = <R>(verb: () => Promise<R>) => (ears.areDeaf ? silence() : verb());
  const drive = stopAfterUnansweredStart(
    {
      ...bare,
      read: () => deaf(bare.read),
      stop: () => deaf(bare.stop),
      async start() {
        await deaf(bare.start);
        if (ears.swallowedAnswers-- > 0) await silence();
      },
    },
    clock,
  );
  return { clock, ears, bare, drive, writes: bare.writes };
}

it('an unanswered start: the next contact begins with a stop', async () => {
  const { drive, ears, writes } = setUp();
  await drive.read();
  ears.areDeaf = true;
  await expect(drive.start()).rejects.toThrow(DriveError);
  await expect(drive.read()).rejects.toThrow(DriveError);
  ears.areDeaf = false;
  await drive.read();
  await drive.read();
  expect(writes).toEqual(['stop']);
});

it('a start executed when the gateway wakes is stopped; a later start is not', async () => {
  const { drive, ears, bare, writes, clock } = setUp();
  ears.areDeaf = true;
  await drive.start().catch(() => undefined);
  ears.areDeaf = false;
  await drive.read();
  bare.state.runState = RunState.forward;
  await drive.read();
  expect(writes).toEqual(['stop', 'stop']);
  await clock.advance(10_000);
  bare.state.runState = RunState.forward;
  await drive.read();
  expect(writes).toHaveLength(2);
});

it('a start requested by a person afterwards is kept', async () => {
  const { drive, ears, writes } = setUp();
  ears.areDeaf = true;
  await drive.start().catch(() => undefined);
  ears.areDeaf = false;
  await drive.start();
  await drive.read();
  expect(writes).toEqual(['start']);
});

it('an unanswered start does not stop a pump that was already on', async () => {
  const { drive, ears, bare, writes } = setUp();
  bare.state.runState = RunState.forward;
  await drive.read();
  ears.areDeaf = true;
  await drive.start().catch(() => undefined);
  ears.areDeaf = false;
  await drive.read();
  expect(writes).toEqual([]);
});

it('a start with a lost answer counts as received once the drive is on', async () => {
  const { drive, ears, writes } = setUp();
  ears.swallowedAnswers = 1;
  await drive.start();
  expect(await drive.read()).toMatchObject({ runState: RunState.forward });
  expect(writes).toEqual(['start']);
});

it.each([
  ['frame_error', 6],
  ['acknowledge', 5],
] as const)(
  'a start answered with %s may be executed later: the next contact begins with a stop',
  async (name, code) => {
    const clock = fakeClock();
    const exception = { code, name, address: 0x2000 };
    const bare = driveWith({
      start: () => Promise.reject(new DriveError('exception', 'not yet', exception)),
    });
    const drive = stopAfterUnansweredStart(bare, clock);
    await expect(drive.start()).rejects.toMatchObject({ exception });
    bare.state.runState = RunState.forward;
    await drive.read();
    expect(bare.writes).toEqual(['start', 'start', 'stop']);
  },
);

it('an unanswered start is not repeated after a stop', async () => {
  const clock = fakeClock();
  const first = Promise.withResolvers<void>();
  const bare = driveWith({});
  const answers = [() => first.promise, bare.start];
  const drive = stopAfterUnansweredStart({ ...bare, start: async () => answers.shift()?.() }, clock);
  const starting = expect(drive.start()).rejects.toThrow(DriveError);
  await drive.stop();
  first.reject(new DriveError('no_answer', 'silence'));
  await starting;
  expect(bare.writes).toEqual(['stop']);
});

it('a stop between two steps of a start ends that start', async () => {
  const profile = getProfile('SINAMICS-V20');
  const firstStep = Promise.withResolvers<void>();
  const words: number[] = [];
  const exchange: Exchange = {
    async send(request) {
      if (request.kind !== 'write') return { words: [0] };
      if (words.push(request.word) === 1) await firstStep.promise;
      return { words: [request.word] };
    },
    close: async () => undefined,
  };
  const clock = fakeClock();
  const bare = createRegisterDrive(createModbusPort(exchange, profile), { profile, clock });
  const drive = stopAfterUnansweredStart(bare, clock);
  const starting = expect(drive.start()).rejects.toMatchObject({ reason: 'overridden' });
  await clock.advance(0);
  const stopping = drive.stop();
  firstStep.resolve();
  await Promise.all([starting, stopping]);
  expect(words).toEqual([0x047e, 0x047e]);
});
