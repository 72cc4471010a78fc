import type { Disk } from '../src/disk/disk.ts';

/** Whether the failed step took effect: disks fail both ways. */
export type Failure = 'not done' | 'done all the same';

/** A disk on which chosen steps fail. */
export function createFailingDisk(disk: Disk, isFailing: (step: number) => boolean, failure: Failure) {
  let steps = 0;
  const guard =
    <A extends unknown[]>(verb: (...args: A) => void) =>
    (...args: A) => {
      const fails = isFailing(++steps);
      if (!fails || failure === 'done all the same') verb(...args);
      if (fails) throw Object.assign(new Error('input/output error'), { code: 'EIO' });
    };
  const { read, write, writeAt, sync, rename, remove, syncFolder } = disk;
  const failing: Disk = {
    read,
    write: guard(write),
    writeAt: guard(writeAt),
    sync: guard(sync),
    rename: guard(rename),
    remove: guard(remove),
    syncFolder: guard(syncFolder),
  };
  return { disk: failing, steps: () => steps };
}
