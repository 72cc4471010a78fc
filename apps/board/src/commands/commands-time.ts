import type { Cmd } from '@manoboard/contract/mqtt/topics';
import { expiresAt } from '@manoboard/domain/commands/command-expiry';
import type { Clock } from '../clock.ts';
import type { Deadline } from '../drive/drive.ts';
import { refused, type Verdict } from './commands-verdict.ts';

/** Allowed clock skew between server and board. */
const SKEW_S = 10;

/** The end of planned starts keeps the pump off, as a stop does. */
export const isStop = (cmd: Cmd) => cmd.op === 'end_retries' || (cmd.op === 'start_stop' && !cmd.val);

/**
 * Why a command is not live, if it is not. Without a clock only stop is accepted. `mayBeKnown`: the command is older
 * than the memory of commands, so it may have been executed or refused already.
 */
export function refuseByTime(cmd: Cmd, clock: Clock, mayBeKnown: boolean): Verdict | undefined {
  const nowMs = clock.unixMs();
  if (nowMs === undefined) return isStop(cmd) ? undefined : refused('no_clock');
  // A lifetime longer than the contract allows, or one that starts in the future, would execute later.
  if (cmd.exp > expiresAt(cmd.op, cmd.ts) || cmd.ts > nowMs / 1000 + SKEW_S) return refused('bad_request');
  return nowMs >= cmd.exp * 1000 || mayBeKnown ? { st: 'expired' } : undefined;
}

/** Deadline for a request queued at the drive: nothing is sent after expiry. Without a clock only stop is accepted. */
export function deadlineOf({ exp }: Cmd, clock: Clock): Deadline {
  const nowMs = clock.unixMs();
  return nowMs === undefined ? {} : { notAfterMs: clock.elapsedMs() + exp * 1000 - nowMs };
}
