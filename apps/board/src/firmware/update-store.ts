import { OtaEffects, OtaError, OtaJob, OtaStep } from '@manoboard/contract/mqtt/firmware';
import type { Update } from '@manoboard/domain/firmware/update';
import { type Disk, isReplaced, readJson } from '../disk/disk.ts';

const FILE = 'update.json';

/** The current or last job of the board. */
export function loadUpdate(disk: Disk): Update | undefined {
  const kept = Object(readJson(disk, FILE));
  const job = OtaJob.safeParse(kept.job);
  const st = OtaStep.safeParse(kept.st);
  if (!job.success || !st.success || !Number.isInteger(kept.n) || !['a', 'b'].includes(kept.slot))
    return undefined;
  const err = OtaError.safeParse(kept.err);
  const did = OtaEffects.safeParse(kept.did);
  return {
    job: job.data,
    slot: kept.slot,
    st: st.data,
    n: kept.n,
    ...(err.success && { err: err.data }),
    ...(did.success && { did: did.data }),
    ...(Number.isInteger(kept.startAgainUntilS) && { startAgainUntilS: kept.startAgainUntilS }),
  };
}

export const saveUpdate = (disk: Disk, update: Update) => isReplaced(disk, FILE, update);

/** If the disk fails, the job returns at the next start and is refused or repeated then. */
export function forgetUpdate(disk: Disk): void {
  try {
    disk.remove(FILE);
    disk.syncFolder();
  } catch {
    // The next start handles it.
  }
}
