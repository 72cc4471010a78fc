import { expect, it } from 'vitest';
import { fakeClock } from '../../test/fake-clock.ts';
import { driveWith } from '../../test/parts.ts';
import { DriveError, RunState } from './drive.ts';
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
