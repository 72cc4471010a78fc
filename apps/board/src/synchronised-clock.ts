import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Clock } from './clock.ts';

const QUERY_EVERY_MS = 10_000;
const TIMESYNCD_MARK = '/run/systemd/timesync/synchronized';
const TIMEDATECTL = ['show', '--property=NTPSynchronized', '--value'];

/** Whether the system clock is synchronised; undefined where the system cannot report it. */
export function isSystemSynchronised(): boolean | undefined {
  if (process.platform !== 'linux') return undefined;
  if (existsSync(TIMESYNCD_MARK)) return true;
  // The command or its service is missing: undefined.
  const { stdout } = spawnSync('timedatectl', TIMEDATECTL, { encoding: 'utf8', timeout: 2_000 });
  const answer = String(stdout).trim();
  return answer === 'yes' || (answer === 'no' ? false : undefined);
}

/**
 * A small computer without a battery starts with the time of its last shutdown: plausible but wrong. The clock is unset
 * until the system reports it as synchronised; then it stays set.
 */
export function synchronisedClock(clock: Clock, isSynchronised = isSystemSynchronised): Clock {
  let isSet = false;
  let queriedMs = Number.NEGATIVE_INFINITY;

  function query(): void {
    const nowMs = clock.elapsedMs();
    if (isSet || nowMs - queriedMs < QUERY_EVERY_MS) return;
    queriedMs = nowMs;
    isSet = isSynchronised() !== false;
  }

  return {
    ...clock,
    unixMs() {
      query();
      return isSet ? clock.unixMs() : undefined;
    },
  };
}
