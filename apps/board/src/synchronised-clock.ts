import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Clock } from './clock.ts';

const ASK_EVERY_MS = 10_000;
const TIMESYNCD_MARK = '/run/systemd/timesync/synchronized';
const TIMEDATECTL = ['show', '--property=NTPSynchronized', '--value'];

/** Has the system's clock been set from the network? Nothing where the system cannot tell. */
export function isSystemSynchronised(): boolean | undefined {
  if (process.platform !== 'linux') return undefined;
  if (existsSync(TIMESYNCD_MARK)) return true;
  // A system without it, or without its service, says nothing.
  const { stdout } = spawnSync('timedatectl', TIMEDATECTL, { encoding: 'utf8', timeout: 2_000 });
  const said = String(stdout).trim();
  return said === 'yes' || (said === 'no' ? false : undefined);
}

/**
 * A small computer without a battery starts with the time at which it was switched off: a year that looks right and
 * is not. Until the system says that its clock is set, there is none; once set, it stays set.
 */
export function synchronisedClock(clock: Clock, isSynchronised = isSystemSynchronised): Clock {
  let isSet = false;
  let askedMs = Number.NEGATIVE_INFINITY;

  function ask(): void {
    const nowMs = clock.elapsedMs();
    if (isSet || nowMs - askedMs < ASK_EVERY_MS) return;
    askedMs = nowMs;
    isSet = isSynchronised() !== false;
  }

  return {
    ...clock,
    unixMs() {
      ask();
      return isSet ? clock.unixMs() : undefined;
    },
  };
}
