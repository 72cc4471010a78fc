import type { Problem, ProblemCode } from '@manoboard/contract/http/problem';
import type { AckError } from '@manoboard/contract/mqtt/ack-error';
import type { Ack } from '@manoboard/contract/mqtt/topics';
import type { Command, CommandOp } from '@manoboard/contract/nouns/command';
import { isShown, reportedValue } from '@manoboard/domain/commands/command-values';
import { ProblemError } from '../../http/problem-error.ts';
import type { FinalAck } from './acks.ts';
import type { Ending } from './commands.repo.ts';
import type { Order } from './order.ts';

type End = Pick<Ending, 'status' | 'error' | 'problem' | 'more'>;

const PROBLEMS = { rejected: 'REJECTED', failed: 'FAILED', expired: 'NO_ANSWER' } as const;

/** Reasons of a board that have a code of their own: nothing was written to the drive. */
const REJECTIONS: Partial<Record<AckError, ProblemCode>> = {
  not_in_comm_control: 'LOCAL_CONTROL',
  fc_fault: 'FC_FAULT',
  fc_offline: 'FC_OFFLINE',
};

/** R5.9: what these reasons mean after a fault reset. */
const RESET_REJECTIONS: Partial<Record<AckError, ProblemCode>> = {
  locked: 'PROTECTION_ACTIVE',
  not_allowed: 'NOT_IN_FAULT',
};

function problemOf(
  op: CommandOp,
  { st, err }: { st: keyof typeof PROBLEMS; err?: AckError | undefined },
  isUpdating: boolean,
): ProblemCode {
  // R5.9: the drive was told, and is in fault again or still.
  if (op === 'fault_reset' && err === 'fc_fault') return 'FC_FAULT';
  if (st !== 'rejected' || err === undefined) return PROBLEMS[st];
  if (err === 'busy' && isUpdating) return 'UPDATE_RUNNING';
  return (op === 'fault_reset' ? RESET_REJECTIONS[err] : undefined) ?? REJECTIONS[err] ?? PROBLEMS[st];
}

/** Somebody else was quicker: the board has read another word than the one that was expected. */
function changedWord({ wish, expect }: Order, { st, err, d }: Ack): number | undefined {
  const isStale = wish.op === 'reg_write' && expect !== undefined && st === 'rejected' && err === 'busy';
  return isStale && typeof d?.val === 'number' && d.val !== expect ? d.val : undefined;
}

function endOf(order: Order, ack: FinalAck, isUpdating: boolean): End {
  if (!ack || ack.st === 'accepted') return { status: 'timeout', problem: 'NO_ANSWER' };
  if (ack.st === 'done')
    return isShown(order.wish, ack.d, order.pressure)
      ? { status: 'done' }
      : { status: 'failed', problem: 'FAILED' };
  const current = changedWord(order, ack);
  if (current !== undefined)
    return { status: 'rejected', error: ack.err, problem: 'VALUE_CHANGED', more: { current } };
  const more = ack.err && { reason: ack.err };
  return {
    status: ack.st,
    error: ack.err,
    problem: problemOf(order.wish.op, { st: ack.st, err: ack.err }, isUpdating),
    ...(more && { more }),
  };
}

/** How a command ends, by what the board said in time, or by its silence. */
export function endingOf(
  order: Order,
  ack: FinalAck,
  command: Command,
  { at, isUpdating }: { at: Date; isUpdating: boolean },
): Ending {
  const shown = ack?.d ?? {};
  return {
    ...endOf(order, ack, isUpdating),
    oldValue: order.wish.op === 'reg_write' ? (shown.old ?? command.old_value) : command.old_value,
    reportedValue: reportedValue(order.wish, shown),
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

/** 200 for what was done, and for nothing else. */
export function answer(command: Command, more: Partial<Problem> | null | undefined): Command {
  if (command.status === 'done') return command;
  const code: ProblemCode = command.problem ?? 'NO_ANSWER';
  throw new ProblemError(code, { ...more, command_id: command.id });
}
