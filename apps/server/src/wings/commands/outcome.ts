import type { Command, CommandOp } from '@manoboard/contract/command/command';
import type { Problem, ProblemCode } from '@manoboard/contract/http/problem';
import type { AckError } from '@manoboard/contract/mqtt/ack-error';
import type { Ack } from '@manoboard/contract/mqtt/topics';
import { isConfirmed, reportedValue } from '@manoboard/domain/commands/command-values';
import { ProblemError } from '../../http/problem-error.ts';
import type { CommandRequest } from './command-request.ts';
import type { Ending } from './commands.repo.ts';

/** The final answer of a board, or nothing after the timeout. */
export type FinalAck = Ack | undefined;

type Requested = Pick<CommandRequest, 'payload' | 'expect' | 'pressure'>;
type End = Pick<Ending, 'status' | 'error' | 'problem' | 'more'>;

const PROBLEMS = { rejected: 'REJECTED', failed: 'FAILED', expired: 'NO_ANSWER' } as const;

/** Ack errors with a problem code of their own: nothing was written to the drive. */
const REJECTIONS: Partial<Record<AckError, ProblemCode>> = {
  not_in_comm_control: 'LOCAL_CONTROL',
  fc_fault: 'FC_FAULT',
  fc_offline: 'FC_OFFLINE',
  unknown_fc: 'FC_UNKNOWN',
};

/** R5.9: ack errors with another meaning for a fault reset. */
const RESET_REJECTIONS: Partial<Record<AckError, ProblemCode>> = {
  locked: 'PROTECTION_ACTIVE',
  not_allowed: 'NOT_IN_FAULT',
};

function problemOf(
  op: CommandOp,
  { st, err }: { st: keyof typeof PROBLEMS; err?: AckError | undefined },
  isUpdating: boolean,
): ProblemCode {
  // R5.9: the drive received the reset and is in fault again, or still.
  if (op === 'fault_reset' && err === 'fc_fault') return 'FC_FAULT';
  if (st !== 'rejected' || err === undefined) return PROBLEMS[st];
  if (err === 'busy' && isUpdating) return 'UPDATE_RUNNING';
  return (op === 'fault_reset' ? RESET_REJECTIONS[err] : undefined) ?? REJECTIONS[err] ?? PROBLEMS[st];
}

/** The word that the board read instead of the expected one: another write came first. */
function changedWord({ payload, expect }: Requested, { st, err, d }: Ack): number | undefined {
  const isStale = payload.op === 'reg_write' && expect !== undefined && st === 'rejected' && err === 'busy';
  return isStale && typeof d?.val === 'number' && d.val !== expect ? d.val : undefined;
}

function endOf(requested: Requested, ack: FinalAck, isUpdating: boolean): End {
  if (!ack || ack.st === 'accepted') return { status: 'timeout', problem: 'NO_ANSWER' };
  if (ack.st === 'done')
    return isConfirmed(requested.payload, ack.d, requested.pressure)
      ? { status: 'done' }
      : { status: 'failed', problem: 'FAILED' };
  const current = changedWord(requested, ack);
  if (current !== undefined)
    return { status: 'rejected', error: ack.err, problem: 'VALUE_CHANGED', more: { current } };
  const more = ack.err && { reason: ack.err };
  return {
    status: ack.st,
    error: ack.err,
    problem: problemOf(requested.payload.op, { st: ack.st, err: ack.err }, isUpdating),
    ...(more && { more }),
  };
}

/** How a command ends: by the ack that came in time, or by a timeout. */
export function endingOf(
  requested: Requested,
  ack: FinalAck,
  command: Command,
  { at, isUpdating }: { at: Date; isUpdating: boolean },
): Ending {
  const shown = ack?.d ?? {};
  return {
    ...endOf(requested, ack, isUpdating),
    oldValue: requested.payload.op === 'reg_write' ? (shown.old ?? command.old_value) : command.old_value,
    reportedValue: reportedValue(requested.payload, shown),
    publishedAt: command.published_at === null ? null : new Date(command.published_at * 1000),
    at,
  };
}

export const afterEnding = (command: Command, { status, error, problem, ...end }: Ending): Command => ({
  ...command,
  status,
  old_value: end.oldValue,
  reported_value: end.reportedValue,
  finished_at: end.at.getTime() / 1000,
  ...(error && { detail: error }),
  ...(problem && { problem }),
});

/** 200 only for a command that is done. */
export function answer(command: Command, more: Partial<Problem> | null | undefined): Command {
  if (command.status === 'done') return command;
  const code: ProblemCode = command.problem ?? 'NO_ANSWER';
  throw new ProblemError(code, { ...more, command_id: command.id });
}
