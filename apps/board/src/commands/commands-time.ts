import type { Cmd } from '@manoboard/contract/mqtt/topics';
import { expiresAt } from '@manoboard/domain/commands/command-life';
import type { Clock } from '../clock.ts';
import type { Deadline } from '../drive/drive.ts';
import { refused, type Verdict } from './commands-verdict.ts';

/** Two clocks that are set may differ by so much. */
const SKEW_S = 10;

export const isStop = (cmd: Cmd) => cmd.op === 'start_stop' && !cmd.val;

/**
 * Is this a live command at all? Without a clock only stop is safe to believe. `mayBeKnown`: it is older than the
 * memory of commands, so it may have been done or refused already.
 */
export function refusedByTime(cmd: Cmd, clock: Clock, mayBeKnown: boolean): Verdict | undefined {
  const nowMs = clock.unixMs();
  if (nowMs === undefined) return isStop(cmd) ? undefined : refused('no_clock');
  // A life longer than the contract gives, or one that begins later, would let a command come true some day.
  if (cmd.exp > expiresAt(cmd.op, cmd.ts) || cmd.ts > nowMs / 1000 + SKEW_S) return refused('bad_request');
  return nowMs >= cmd.exp * 1000 || mayBeKnown ? { st: 'expired' } : undefined;
}

/** What waits in a drive's line must not leave it after the command has died; without a clock only stop gets there. */
export function deadlineOf({ exp }: Cmd, clock: Clock): Deadline {
  const nowMs = clock.unixMs();
  return nowMs === undefined ? {} : { notAfterMs: clock.elapsedMs() + exp * 1000 - nowMs };
}
