import type { Clock } from './clock.ts';
import { type Disk, replaceFile } from './disk/disk.ts';
import { createFileDisk } from './disk/file-disk.ts';
import { fileErrorReason } from './refusal.ts';

const COUNT = /^\d{1,10}\n?$/;

/** Returns undefined for a damaged counter. */
function lastBoot(disk: Disk, file: string): number | undefined {
  const bytes = disk.read(file);
  if (!bytes) return 0;
  const text = new TextDecoder().decode(bytes);
  return COUNT.test(text) ? Number(text) : undefined;
}

/** Seconds are larger than any count of starts and also increase from start to start. */
const bootFromClock = (clock: Clock) => Math.max(1, Math.floor((clock.unixMs() ?? 0) / 1000));

/** Written before the first publish: a repeated boot would make frames look like old ones. */
export function countBoot(disk: Disk, deviceId: string, clock: Clock): number {
  const file = `${deviceId}.boot`;
  const last = lastBoot(disk, file);
  const boot = last === undefined ? bootFromClock(clock) : last + 1;
  replaceFile(disk, file, new TextEncoder().encode(`${boot}\n`));
  return boot;
}

/** An unreadable counter file is not a first start. */
function refuseUnreadable(_path: string, error: unknown): never {
  throw error;
}

/**
 * Increases by one at every start; stored in the state folder. A damaged counter continues from the clock, since the
 * server ignores a board whose boot goes back. Without a usable folder the clock is the counter: the board must start,
 * since the protection of the pump runs on it.
 */
export function nextBoot(
  stateDir: string | undefined,
  deviceId: string,
  clock: Clock,
  log: (sentence: string) => void,
): number {
  if (stateDir === undefined) return bootFromClock(clock);
  try {
    return countBoot(createFileDisk(stateDir, refuseUnreadable), deviceId, clock);
  } catch (error) {
    log(
      `The state folder ${stateDir} cannot be used (${fileErrorReason(error)}); what needs it is forgotten.`,
    );
    return bootFromClock(clock);
  }
}
