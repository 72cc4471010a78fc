import { aJob, anImage } from '@manoboard/testkit/signed-firmware';
import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../test/fake-clock.ts';
import { createFirmwareWorld, OLD_VERSION } from '../../test/firmware-world.ts';
import { driveWith } from '../../test/parts.ts';
import { createMemoryDisk } from '../disk/memory-disk.ts';
import { DriveError, RunChannel, RunState } from '../drive/drive.ts';

const image = anImage(1_000);
const job = aJob(image);
const running = { state: { runState: RunState.forward, frequencyHz: 0 } };

describe('a failed update keeps the old version', () => {
  it('a corrupt byte is detected by the hash', async () => {
    const wrong = image.map((byte, at) => (at === 777 ? byte ^ 1 : byte));
    const world = createFirmwareWorld({ disk: createMemoryDisk(), image: wrong, job });
    await world.settle();
    expect(world.states.at(-1)).toMatchObject({ st: 'FAILED', err: 'bad_hash' });
    expect(world.versions).toEqual([OLD_VERSION]);
  });

  it('a silent server: the download is retried, then given up', async () => {
    const world = createFirmwareWorld({ disk: createMemoryDisk(), image });
    world.answer(false);
    world.send(job);
    await world.settle();
    expect(world.requests).toEqual(Array(12).fill(0));
    expect(world.states.at(-1)).toMatchObject({ st: 'FAILED', err: 'timeout' });
  });

  it('a lost connection does not fail the download: it resumes', async () => {
    const world = createFirmwareWorld({ disk: createMemoryDisk(), image });
    world.answer(false);
    world.send(job);
    world.firmware().chunk(0, image.subarray(0, 256));
    await world.clock.advance(1_000);
    world.firmware().disconnected();
    await world.clock.advance(3_600_000);
    world.answer(true);
    world.connect();
    await world.settle();
    expect(world.requests.filter((n) => n === 0)).toHaveLength(1);
    expect(world.versions.at(-1)).toBe('1.5.0');
  });

  it('chunks that were not requested, or have another length, are not written', async () => {
    const world = createFirmwareWorld({ disk: createMemoryDisk(), image });
    world.answer(false);
    world.send(job);
    world.firmware().chunk(1, image.subarray(0, 256));
    world.firmware().chunk(0, image.subarray(0, 255));
    await world.clock.advance(1);
    expect(world.states.at(-1)).toMatchObject({ st: 'DOWNLOADING', n: 0 });
  });

  it('an image that does not get online is rolled back', async () => {
    const connects = (version: string) => version === OLD_VERSION;
    const world = createFirmwareWorld({ disk: createMemoryDisk(), image, job, connects });
    await world.settle();
    expect(world.states.at(-1)).toMatchObject({ st: 'ROLLED_BACK', err: 'unhealthy', version: OLD_VERSION });
  });

  it.each([
    ['no answer of the converter', new DriveError('no_answer', 'silence')],
    ['an unexpected error', new Error('unheard of')],
  ])('%s: rolled back', async (_why, error) => {
    const healthy = driveWith({});
    let reads = 0;
    const read = () => {
      if (++reads > 1) throw error;
      return healthy.read();
    };
    const drive = { ...healthy, read: async () => read() };
    const world = createFirmwareWorld({ disk: createMemoryDisk(), image, job, drive });
    await world.settle();
    expect(world.states.at(-1)).toMatchObject({ st: 'ROLLED_BACK', err: 'unhealthy', version: OLD_VERSION });
  });

  it('an image that crashes at each start gets three starts', async () => {
    const world = createFirmwareWorld({
      disk: createMemoryDisk(),
      image,
      job,
      connects: (v) => v === OLD_VERSION,
    });
    await world.clock.advance(1_000);
    for (let i = 0; i < 3; i++) world.restart();
    expect(world.versions).toEqual([OLD_VERSION, '1.5.0', '1.5.0', '1.5.0', OLD_VERSION]);
  });

  it.each([
    ['the running pump is under keypad control', { ...running.state, runChannel: RunChannel.keypad }],
    ['the pump does not stop', running.state],
  ])('%s: nothing is switched', async (_why, state) => {
    const drive = driveWith({ state, stop: async () => undefined });
    const world = createFirmwareWorld({ disk: createMemoryDisk(), image, job, drive });
    await world.settle();
    expect(world.states.at(-1)).toMatchObject({ st: 'FAILED', err: 'pump_running' });
    expect(world.versions).toEqual([OLD_VERSION]);
  });

  it.each([
    ['its answer was lost', 0, 'fc_offline'],
    ['the stop is not confirmed, and the line is silent for a minute', 60_000, 'pump_running'],
    ['an unexpected error', -1, 'storage'],
  ] as const)('the pump that heard the stop runs again: %s', async (_why, silentMs, err) => {
    const clock = fakeClock();
    const healthy = driveWith(running);
    let silentUntilMs = 0;
    const received = () => {
      if (clock.elapsedMs() < silentUntilMs) throw new DriveError('no_answer', 'silence');
    };
    const drive = {
      ...healthy,
      async read() {
        received();
        return healthy.read();
      },
      async start() {
        received();
        await healthy.start();
      },
      async stop() {
        await healthy.stop();
        if (silentMs < 0) throw new Error('unheard of');
        if (silentMs === 0) throw new DriveError('no_answer', 'silence');
        silentUntilMs = clock.elapsedMs() + silentMs;
      },
    };
    const world = createFirmwareWorld({ disk: createMemoryDisk(), image, job, drive, clock });
    await world.settle();
    expect(world.states.at(-1)).toMatchObject({ st: 'FAILED', err, version: OLD_VERSION });
    expect(healthy.writes).toEqual(['stop', 'start']);
  });

  it('the pump runs again after a power cut during its stop', async () => {
    const disk = createMemoryDisk();
    const clock = fakeClock();
    const drive = driveWith(running);
    const deaf = { ...drive, stop: () => drive.stop().then(() => new Promise<void>(() => undefined)) };
    const world = createFirmwareWorld({ disk, image, job, drive: deaf, clock });
    await clock.advance(1_000);
    world.firmware().stop();
    await createFirmwareWorld({ disk, image, job, drive, clock }).settle();
    expect(drive.writes).toEqual(['stop', 'start']);
  });

  it('a full disk: the update fails, and the board keeps running', async () => {
    const disk = createMemoryDisk();
    const full = () => {
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    };
    const world = createFirmwareWorld({ disk: { ...disk, writeAt: full }, image, job });
    await world.settle();
    expect(world.states.at(-1)).toMatchObject({ st: 'FAILED', err: 'storage' });
  });

  it('the pump stays off if the update ends long after it was stopped', async () => {
    const disk = createMemoryDisk();
    const drive = driveWith(running);
    const world = createFirmwareWorld({ disk, image, job, drive, connects: (v) => v === OLD_VERSION });
    await world.clock.advance(5_000);
    world.firmware().stop();
    await world.clock.advance(3_600_000);
    const later = createFirmwareWorld({ disk, image, job, drive, clock: world.clock });
    await later.settle();
    expect(later.states.at(-1)?.st).toBe('UPDATED');
    expect(drive.writes).toEqual(['stop']);
  });
});

describe('a cancelled job', () => {
  it('a cancelled job ends the download', async () => {
    const world = createFirmwareWorld({ disk: createMemoryDisk(), image });
    world.answer(false);
    world.send(job);
    world.send('');
    await world.settle();
    expect(world.states.at(-1)).toMatchObject({ st: 'FAILED', err: 'cancelled' });
    expect(world.requests).toEqual([0]);
  });

  it('a cancelled job is forgotten once it has ended, so it can be retried', async () => {
    const world = createFirmwareWorld({ disk: createMemoryDisk(), image });
    world.answer(false);
    world.send(job);
    await world.settle();
    world.answer(true);
    world.send(job);
    expect(world.states.at(-1)?.st).toBe('FAILED');
    world.send('');
    world.send(job);
    await world.settle();
    expect(world.versions.at(-1)).toBe('1.5.0');
  });

  it('a newer job replaces the one that is downloading', async () => {
    const world = createFirmwareWorld({ disk: createMemoryDisk(), image });
    world.answer(false);
    world.send(job);
    world.answer(true);
    world.send(aJob(image, { id: 'ota-newer', version: '1.5.1' }));
    await world.settle();
    expect(world.versions.at(-1)).toBe('1.5.1');
  });
});
