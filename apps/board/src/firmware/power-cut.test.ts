import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aJob, anImage } from '@manoboard/testkit/signed-firmware';
import { describe, expect, it } from 'vitest';
import { createFirmwareWorld, OLD_VERSION } from '../../test/firmware-world.ts';
import { createPowerCutDisk, type Loss, PowerCut } from '../../test/power-cut-disk.ts';
import type { Disk } from '../disk/disk.ts';
import { createFileDisk } from '../disk/file-disk.ts';
import { boot } from './slots.ts';

const image = anImage(1_000);
const job = aJob(image);
const nextImage = anImage(700, 9);
const nextJob = aJob(nextImage, { id: 'ota-next', version: '1.6.0' });
const losses: Loss[] = ['lost', 'kept', 'torn'];

/** Number of disk steps of a whole update, and the disk after it. */
async function wholeUpdate(files: Map<string, Uint8Array> = new Map(), its = { image, job }) {
  const power = createPowerCutDisk(files);
  const world = createFirmwareWorld({ disk: power.disk, ...its });
  await world.settle();
  expect(world.states.at(-1)).toMatchObject({ st: 'UPDATED', version: its.job.version });
  return { steps: power.steps(), files: power.survivors('lost') };
}

async function cutAt(step: number, loss: Loss, files: Map<string, Uint8Array>, its = { image, job }) {
  const power = createPowerCutDisk(files);
  power.cutAfter(step);
  try {
    await createFirmwareWorld({ disk: power.disk, ...its }).settle();
  } catch (error) {
    expect(error).toBeInstanceOf(PowerCut);
  }
  expect(power.isCut()).toBe(true);
  return power.survivors(loss);
}

describe('a power cut at any step of an update leaves a bootable board', () => {
  it.each(losses)('first update; unsynced data is %s', async (loss) => {
    const { steps } = await wholeUpdate();
    expect(steps).toBeGreaterThan(40);
    for (let step = 1; step <= steps; step++) {
      const left = await cutAt(step, loss, new Map());
      const { version } = boot(createPowerCutDisk(left).disk, OLD_VERSION);
      expect([OLD_VERSION, '1.5.0'], `cut at step ${step}`).toContain(version);

      const world = createFirmwareWorld({ disk: createPowerCutDisk(left).disk, image, job });
      await world.settle();
      expect(world.versions.at(-1), `after the cut at step ${step}`).toBe('1.5.0');
      expect(world.states.at(-1)?.st).toBe('UPDATED');
    }
  });

  it.each(losses)('second update, over the older image; unsynced data is %s', async (loss) => {
    const { files } = await wholeUpdate();
    const { steps } = await wholeUpdate(files, { image: nextImage, job: nextJob });
    for (let step = 1; step <= steps; step++) {
      const left = await cutAt(step, loss, files, { image: nextImage, job: nextJob });
      const { version } = boot(createPowerCutDisk(left).disk, OLD_VERSION);
      expect(['1.5.0', '1.6.0'], `cut at step ${step}`).toContain(version);
    }
  });

  it('a second power cut during the recovery from the first', async () => {
    const { steps } = await wholeUpdate();
    for (let first = 1; first <= steps; first += 3) {
      const left = await cutAt(first, 'lost', new Map());
      const rest = createPowerCutDisk(left);
      await createFirmwareWorld({ disk: rest.disk, image, job }).settle();
      for (let second = 1; second <= rest.steps(); second += 3) {
        const again = await cutAt(second, 'torn', left);
        const { version } = boot(createPowerCutDisk(again).disk, OLD_VERSION);
        expect([OLD_VERSION, '1.5.0'], `cuts at ${first} and ${second}`).toContain(version);
      }
    }
  });

  it('an interrupted rollback ends with the old version', async () => {
    const connects = (version: string) => version === OLD_VERSION;
    const whole = createPowerCutDisk();
    await createFirmwareWorld({ disk: whole.disk, image, job, connects }).settle();
    for (let step = 1; step <= whole.steps(); step++) {
      const power = createPowerCutDisk();
      power.cutAfter(step);
      try {
        await createFirmwareWorld({ disk: power.disk, image, job, connects }).settle();
      } catch (error) {
        expect(error).toBeInstanceOf(PowerCut);
      }
      const world = createFirmwareWorld({
        disk: createPowerCutDisk(power.survivors('lost')).disk,
        image,
        job,
        connects,
      });
      await world.settle();
      expect(world.versions.at(-1), `cut at step ${step}`).toBe(OLD_VERSION);
      expect(world.states.at(-1)?.st).toBe('ROLLED_BACK');
    }
  });
});

describe('on real files', () => {
  /** The same process killed in the middle: every step from the chosen one on throws. */
  function cutting(disk: Disk, step: number): Disk {
    let steps = 0;
    const guard =
      <A extends unknown[]>(verb: (...args: A) => void) =>
      (...args: A) => {
        if (++steps >= step) throw new PowerCut();
        verb(...args);
      };
    const { read, write, writeAt, sync, rename, remove, syncFolder } = disk;
    return {
      read,
      write: guard(write),
      writeAt: guard(writeAt),
      sync: guard(sync),
      rename: guard(rename),
      remove: guard(remove),
      syncFolder: guard(syncFolder),
    };
  }

  it('a kill at every step: the next start runs and finishes the update', async () => {
    const { steps } = await wholeUpdate();
    for (let step = 1; step <= steps; step++) {
      const folder = mkdtempSync(join(tmpdir(), 'board-firmware-'));
      try {
        await createFirmwareWorld({ disk: cutting(createFileDisk(folder), step), image, job }).settle();
      } catch (error) {
        expect(error).toBeInstanceOf(PowerCut);
      }
      const world = createFirmwareWorld({ disk: createFileDisk(folder), image, job });
      await world.settle();
      expect(world.versions[0], `killed at step ${step}`).toMatch(/^1\.(4\.2|5\.0)$/);
      expect(world.versions.at(-1), `killed at step ${step}`).toBe('1.5.0');
      rmSync(folder, { recursive: true });
    }
  });
});
