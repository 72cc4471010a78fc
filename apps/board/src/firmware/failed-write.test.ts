import { aJob, anImage } from '@manoboard/testkit/signed-firmware';
import { describe, expect, it } from 'vitest';
import { createFailingDisk, type Failure } from '../../test/failing-disk.ts';
import { createFirmwareWorld } from '../../test/firmware-world.ts';
import { driveWith } from '../../test/parts.ts';
import { type Disk, readJson, replaceJson } from '../disk/disk.ts';
import { createMemoryDisk } from '../disk/memory-disk.ts';
import { RunState } from '../drive/drive.ts';
import { boot } from './slots.ts';

const image = anImage(1_000);
const job = aJob(image);
const nextImage = anImage(700, 9);
const nextJob = aJob(nextImage, { id: 'ota-next', version: '1.6.0' });
const failures: Failure[] = ['not done', 'done all the same'];
const HALF_AN_HOUR_MS = 1_800_000;

/** Slot a holds the confirmed 1.5.0; records every slot that the boot record marks as confirmed. */
async function provenDisk(): Promise<{ disk: Disk; actives: Set<unknown> }> {
  const disk = createMemoryDisk();
  await createFirmwareWorld({ disk, image, job }).settle();
  const actives = new Set<unknown>();
  function rename(from: string, to: string): void {
    disk.rename(from, to);
    actives.add(Object(readJson(disk, 'boot.json')).active);
  }
  return { disk: { ...disk, rename }, actives };
}

type Case = {
  isFailing: (step: number) => boolean;
  failure: Failure;
  connects: (version: string) => boolean;
};

async function update({ isFailing, failure, connects }: Case) {
  const { disk, actives } = await provenDisk();
  const drive = driveWith({ state: { runState: RunState.forward, frequencyHz: 0 } });
  const failing = createFailingDisk(disk, isFailing, failure);
  const world = createFirmwareWorld({ disk: failing.disk, image: nextImage, job: nextJob, drive, connects });
  await world.clock.advance(HALF_AN_HOUR_MS);
  return { disk, actives, drive, world, steps: failing.steps() };
}
type Result = Awaited<ReturnType<typeof update>>;

async function everyStep(
  connects: Case['connects'],
  failure: Failure,
  check: (r: Result, n: number) => void,
) {
  const { steps } = await update({ isFailing: () => false, failure, connects });
  expect(steps).toBeGreaterThan(40);
  for (let n = 1; n <= steps; n++)
    check(await update({ isFailing: (step) => step === n, failure, connects }), n);
}

const lastOf = ({ world }: Result) => ({ st: world.states.at(-1)?.st, version: world.versions.at(-1) });

describe.each(failures)('a write that fails once, at any step of an update, and was %s', (failure) => {
  it('a good image: the job ends, the old or the new version runs, and so does the pump', async () => {
    await everyStep(
      () => true,
      failure,
      (result, n) => {
        const { st, version } = lastOf(result);
        expect(['UPDATED 1.6.0', 'FAILED 1.5.0'], `step ${n}`).toContain(`${st} ${version}`);
        expect(boot(result.disk, 'none').version, `step ${n}`).toBe(version);
        expect(result.drive.state.runState, `step ${n}`).toBe(RunState.forward);
      },
    );
  });

  it('an image that never gets online is never marked as confirmed, and the old one runs in the end', async () => {
    await everyStep(
      (version) => version !== '1.6.0',
      failure,
      (result, n) => {
        const { st, version } = lastOf(result);
        expect(['ROLLED_BACK 1.5.0', 'FAILED 1.5.0'], `step ${n}`).toContain(`${st} ${version}`);
        expect(boot(result.disk, 'none'), `step ${n}`).toMatchObject({ version: '1.5.0', place: 'a' });
        expect([...result.actives], `step ${n}`).not.toContain('b');
      },
    );
  });
});

it('a disk that fails from any step on: the old image is intact and runs at the next start', async () => {
  const connects = (version: string) => version !== '1.6.0';
  const { steps } = await update({ isFailing: () => false, failure: 'not done', connects });
  for (let n = 1; n <= steps; n++) {
    const { disk, actives, world } = await update({
      isFailing: (step) => step >= n,
      failure: 'not done' as const,
      connects,
    });
    expect(world.versions.at(-1), `from step ${n} on`).toBe('1.5.0');
    expect([...actives], `from step ${n} on`).not.toContain('b');
    const after = createFirmwareWorld({ disk, image: nextImage, job: nextJob, connects });
    await after.clock.advance(HALF_AN_HOUR_MS);
    expect(after.versions.at(-1), `from step ${n} on`).toBe('1.5.0');
  }
});

it('a trial without an update is abandoned, and the confirmed image is not overwritten meanwhile', async () => {
  const { disk, actives } = await provenDisk();
  const connects = (version: string) => version !== '1.6.0';
  const world = createFirmwareWorld({ disk, image: nextImage, job: nextJob, connects });
  await world.clock.advance(1_000);
  expect(world.versions).toEqual(['1.5.0', '1.6.0']);
  replaceJson(disk, 'update.json', { ...Object(readJson(disk, 'update.json')), st: 'VERIFIED' });
  world.restart();
  world.connect();
  world.send(aJob(image, { id: 'ota-other', version: '1.7.0' }));
  expect(boot(disk, 'none')).toMatchObject({ version: '1.5.0', place: 'a', isTrial: false });
  await world.clock.advance(HALF_AN_HOUR_MS);
  expect(world.versions.at(-1)).toBe('1.5.0');
  expect([...actives]).not.toContain('b');
});

it('a lost confirmed image is replaced by the factory image, not by the rolled back one', async () => {
  const { disk } = await provenDisk();
  const connects = (version: string) => version !== '1.6.0';
  await createFirmwareWorld({ disk, image: nextImage, job: nextJob, connects }).settle();
  disk.remove('slot-a.img');
  expect(boot(disk, 'built in')).toMatchObject({ version: 'built in', place: 'built_in' });
});
