import { generateKeyPairSync } from 'node:crypto';
import { aJob, anImage, sha256 } from '@manoboard/testkit/signed-firmware';
import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../test/fake-clock.ts';
import { createFirmwareWorld, OLD_VERSION } from '../../test/firmware-world.ts';
import { driveWith } from '../../test/parts.ts';
import { createMemoryDisk } from '../disk/memory-disk.ts';
import { DriveError, RunChannel, RunState } from '../drive/drive.ts';

const image = anImage(1_000);
const job = aJob(image);
const running = { state: { runState: RunState.forward, frequencyHz: 0 } };
const NOW_S = Math.floor((fakeClock().unixMs() ?? 0) / 1000);

describe('R4.2 a firmware update', () => {
  it('an update passes all its states, restarts once and runs the new version', async () => {
    const world = createFirmwareWorld({ disk: createMemoryDisk(), image, job });
    await world.settle();
    expect(world.steps()).toEqual(['DOWNLOADING', 'DOWNLOADED', 'VERIFIED', 'UPDATING', 'UPDATED']);
    expect(world.versions).toEqual([OLD_VERSION, '1.5.0']);
    expect(world.requests).toEqual([0, 1, 2, 3]);
    expect(world.states.at(-1)).toMatchObject({ n: 4, of: 4, version: '1.5.0' });
  });

  it('the next update uses the other slot, and a start boots it', async () => {
    const disk = createMemoryDisk();
    await createFirmwareWorld({ disk, image, job }).settle();
    const nextImage = anImage(600, 5);
    const nextJob = aJob(nextImage, { id: 'ota-next', version: '1.10.0', from: '>=1.5.0 <1.10.0' });
    await createFirmwareWorld({ disk, image: nextImage, job: nextJob }).settle();
    expect(createFirmwareWorld({ disk, image }).versions).toEqual(['1.10.0']);
  });

  it('the parts of an image are contiguous, whatever the chunk size', async () => {
    const parts = [image.subarray(0, 300), image.subarray(300)].map((bytes, at) => ({
      ...{ name: `part-${at}`, size: bytes.length, sha256: sha256(bytes) },
    }));
    const world = createFirmwareWorld({ disk: createMemoryDisk(), image, job: aJob(image, { parts }) });
    await world.settle();
    expect(world.versions.at(-1)).toBe('1.5.0');
  });

  it('the pump is stopped before the switch and started after it', async () => {
    const drive = driveWith(running);
    const world = createFirmwareWorld({ disk: createMemoryDisk(), image, job, drive });
    await world.settle();
    expect(drive.writes).toEqual(['stop', 'start']);
    expect(world.versions.at(-1)).toBe('1.5.0');
  });

  it('R5.7b the update reports that it stopped the pump, restarted the board and started the pump', async () => {
    const world = createFirmwareWorld({ disk: createMemoryDisk(), image, job, drive: driveWith(running) });
    await world.settle();
    const did = world.states.at(-1)?.did ?? [];
    expect(did.map(({ what }) => what)).toEqual(['pump_stopped', 'board_restarted', 'pump_started']);
    expect(did.every(({ ts }) => ts >= NOW_S)).toBe(true);
  });

  it('R5.7b the update reports no stop if the pump was not running', async () => {
    const world = createFirmwareWorld({ disk: createMemoryDisk(), image, job });
    await world.settle();
    expect(world.states.at(-1)?.did?.map(({ what }) => what)).toEqual(['board_restarted']);
  });

  it('a stop by a person during the trial keeps the pump off, also after a rollback', async () => {
    const drive = driveWith(running);
    const connects = (version: string) => version === OLD_VERSION;
    const world = createFirmwareWorld({ disk: createMemoryDisk(), image, job, drive, connects });
    await world.clock.advance(5_000);
    expect(world.versions.at(-1)).toBe('1.5.0');
    world.firmware().leaveOff();
    await world.settle();
    expect(world.states.at(-1)).toMatchObject({ st: 'ROLLED_BACK' });
    expect(drive.writes).toEqual(['stop']);
  });

  it('a stop by a person while the update stops the pump keeps it off', async () => {
    const clock = fakeClock();
    const healthy = driveWith(running);
    const drive = {
      ...healthy,
      stop: () => healthy.stop().then(() => new Promise<void>((done) => clock.after(5_000, done))),
    };
    const world = createFirmwareWorld({ disk: createMemoryDisk(), image, job, drive, clock });
    await clock.advance(2_000);
    expect(healthy.writes).toEqual(['stop']);
    world.firmware().leaveOff();
    await world.settle();
    expect(world.states.at(-1)).toMatchObject({ st: 'UPDATED' });
    expect(healthy.writes).toEqual(['stop']);
  });

  it('a stop in flight when the update begins counts, a stop of an hour before does not', async () => {
    for (const [agoMs, writes] of [
      [1_000, ['stop']],
      [3_600_000, ['stop', 'start']],
    ] as const) {
      const clock = fakeClock();
      const drive = driveWith(running);
      const world = createFirmwareWorld({ disk: createMemoryDisk(), image, drive, clock });
      world.firmware().leaveOff();
      await clock.advance(agoMs);
      world.send(job);
      await world.settle();
      expect(drive.writes).toEqual(writes);
    }
  });

  it('a pump that was off stays off', async () => {
    const drive = driveWith({});
    await createFirmwareWorld({ disk: createMemoryDisk(), image, job, drive }).settle();
    expect(drive.writes).toEqual([]);
  });

  it('a start is refused during the switch', async () => {
    const clock = fakeClock();
    const drive = driveWith({ ...running, stop: () => new Promise(() => undefined) });
    const world = createFirmwareWorld({ disk: createMemoryDisk(), image, job, drive, clock });
    expect(world.firmware().isSwitching()).toBe(false);
    await clock.advance(1_000);
    expect(world.firmware().isSwitching()).toBe(true);
  });

  it('a finished job is not repeated; its result is reported again', async () => {
    const disk = createMemoryDisk();
    await createFirmwareWorld({ disk, image, job }).settle();
    const again = createFirmwareWorld({ disk, image, job });
    await again.settle();
    expect(again.steps()).toEqual(['UPDATED']);
    expect(again.requests).toEqual([]);
  });
});

describe('a job is refused before any download', () => {
  const { privateKey: thief } = generateKeyPairSync('ed25519');
  const twoNames = [1, 2].map(() => ({ name: 'app', size: 500, sha256: sha256(image.subarray(0, 500)) }));
  it.each([
    ['signed by somebody else', aJob(image, {}, thief), 'bad_signature'],
    ['changed after it was signed', { ...job, version: '1.6.0' }, 'bad_signature'],
    ['for other hardware', aJob(image, { hw: 'MNB-3' }), 'wrong_hw'],
    ['a downgrade', aJob(image, { version: '1.4.1' }), 'not_newer'],
    ['the version that runs', aJob(image, { version: OLD_VERSION }), 'not_newer'],
    ['not for this version', aJob(image, { from: '>=1.4.3' }), 'wrong_version'],
    ['expired', aJob(image, { exp: NOW_S }), 'expired'],
    ['of parts that are not the image', aJob(image, { size: 999 }), 'bad_manifest'],
    ['with two parts of the same name', aJob(image, { parts: twoNames }), 'bad_manifest'],
  ] as const)('%s', async (_why, bad, err) => {
    const world = createFirmwareWorld({ disk: createMemoryDisk(), image, job: bad });
    await world.settle();
    expect(world.states).toMatchObject([{ id: bad.id, st: 'FAILED', err, version: OLD_VERSION }]);
    expect(world.requests).toEqual([]);
  });

  it.each(['{', '[]', '{"v":1}', JSON.stringify({ ...job, chunk: 1e9 })])('%s is not a job', async (text) => {
    const world = createFirmwareWorld({ disk: createMemoryDisk(), image });
    world.send(text);
    await world.settle();
    expect(world.states).toEqual([]);
  });

  it('without a clock a job waits, since its expiry cannot be checked', async () => {
    const clock = fakeClock();
    clock.setUnix(undefined);
    const world = createFirmwareWorld({ disk: createMemoryDisk(), image, job, clock });
    await clock.advance(60_000);
    expect(world.states).toEqual([]);
    clock.setUnix(NOW_S * 1000);
    await world.settle();
    expect(world.versions.at(-1)).toBe('1.5.0');
  });
});

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
