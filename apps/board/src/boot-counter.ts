import type { Clock } from './clock.ts';
import { type Disk, replaceFile } from './disk/disk.ts';
import { createFileDisk } from './disk/file-disk.ts';
import { fileTrouble } from './refusal.ts';

const COUNT = /^\d{1,10}\n?$/;

/** Nothing for a count that is damaged. */
function lastBoot(disk: Disk, file: string): number | undefined {
  const bytes = disk.read(file);
  if (!bytes) return 0;
  const text = new TextDecoder().decode(bytes);
  return COUNT.test(text) ? Number(text) : undefined;
}

/** Seconds are larger than any count of starts, and they grow from start to start too. */
const bootFromClock = (clock: Clock) => Math.max(1, Math.floor((clock.unixMs() ?? 0) / 1000));

/** Safe on the disk before anybody hears of it: a number that comes twice would make frames look like old ones. */
export function countBoot(disk: Disk, idDev: string, clock: Clock): number {
  const file = `${idDev}.boot`;
  const last = lastBoot(disk, file);
  const boot = last === undefined ? bootFromClock(clock) : last + 1;
  replaceFile(disk, file, new TextEncoder().encode(`${boot}\n`));
  return boot;
}

/** A count that is there and cannot be read is not a first start. */
function refuseUnreadable(_path: string, error: unknown): never {
  throw error;
}

/**
 * One more at every start, kept in the state folder; a damaged count goes on from the clock, since a boot that
 * falls back would make the server deaf to this board. Without a folder the clock counts, and with one that cannot
 * be used too: the pump needs its guard more than the server needs the count.
 */
export function nextBoot(
  stateDir: string | undefined,
  idDev: string,
  clock: Clock,
  say: (sentence: string) => void,
): number {
  if (stateDir === undefined) return bootFromClock(clock);
  try {
    return countBoot(createFileDisk(stateDir, refuseUnreadable), idDev, clock);
  } catch (error) {
    say(`The state folder ${stateDir} cannot be used (${fileTrouble(error)}); what needs it is forgotten.`);
    return bootFromClock(clock);
  }
}
