import type { AckError } from '@manoboard/contract/mqtt/ack-error';
import type { Ack, Cmd } from '@manoboard/contract/mqtt/topics';
import { type Deadline, DriveError, type DriveState } from '../drive/drive.ts';

/** Outcome of a command, with the fields of an ack. */
export interface Verdict {
  st: Exclude<Ack['st'], 'accepted'>;
  err?: AckError;
  d?: Ack['d'];
}

export type CmdOf<O extends Cmd['op']> = Extract<Cmd, { op: O }>;

type Details = { [F in keyof NonNullable<Ack['d']>]: NonNullable<Ack['d']>[F] | undefined };

/** Omits unknown fields. */
export const details = (fields: Details): { d?: NonNullable<Ack['d']> } => {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  return known.length > 0 ? { d: Object.fromEntries(known) } : {};
};

export const done = (fields: Details): Verdict => ({ st: 'done', ...details(fields) });
export const refused = (err: AckError, fields: Details = {}): Verdict => ({
  st: 'rejected',
  err,
  ...details(fields),
});

/** Maps a `DriveError` to an outcome; any other error is a bug. */
export function driveFailure(error: unknown, reg?: number): Verdict {
  if (!(error instanceof DriveError)) throw error;
  if (error.reason === 'too_late') return { st: 'expired' };
  if (error.reason === 'overridden') return refused('busy');
  if (error.reason === 'locked') return refused('locked');
  if (error.reason === 'unknown_drive') return refused('unknown_fc');
  if (error.reason === 'not_supported') return refused('not_allowed');
  if (error.reason !== 'exception') return { st: 'failed', err: 'fc_offline' };
  // Not refused by the drive: the value does not fit the register, and nothing was sent.
  if (!error.exception) return refused('out_of_range');
  const { code, address } = error.exception;
  return { st: 'failed', err: 'modbus_exception', ...details({ exc: code, reg: reg ?? address }) };
}

/** An operation on the drive: its precondition, its write, and the state that confirms it. */
export interface DriveOperation {
  /** A newer operation of the same kind supersedes an older one. */
  kind: 'start_stop' | 'set_lock' | 'pressure_control' | 'write';
  refuse(state: DriveState): Verdict | undefined;
  write(deadline: Deadline): Promise<void>;
  isFulfilled(state: DriveState): boolean;
  shown(state: DriveState): Details;
}
