import { generateKeyPairSync } from 'node:crypto';
import { aJob, anImage, sha256 } from '@manoboard/testkit/signed-firmware';
import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../test/fake-clock.ts';
import { createFirmwareWorld, OLD_VERSION } from '../../test/firmware-world.ts';
import { driveWith } from '../../test/parts.ts';
import { createMemoryDisk } from '../disk/memory-disk.ts';
import { RunState } from '../drive/drive.ts';

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
      name: `part-${at}`,
      size: bytes.length,
      sha256: sha256(bytes),
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
