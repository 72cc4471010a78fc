import type { AckError } from '@manoboard/contract/mqtt/ack-error';
import type { Ack, Cmd } from '@manoboard/contract/mqtt/topics';
import { type Deadline, DriveError, type DriveState } from '../drive/drive.ts';

/** What became of a command, in the words of an ack. */
export interface Verdict {
  st: Exclude<Ack['st'], 'accepted'>;
  err?: AckError;
  d?: Ack['d'];
}

export type CmdOf<O extends Cmd['op']> = Extract<Cmd, { op: O }>;

type Told = { [F in keyof NonNullable<Ack['d']>]: NonNullable<Ack['d']>[F] | undefined };

/** Only what is known is told. */
export const told = (fields: Told): { d?: NonNullable<Ack['d']> } => {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  return known.length > 0 ? { d: Object.fromEntries(known) } : {};
};

export const done = (fields: Told): Verdict => ({ st: 'done', ...told(fields) });
export const refused = (err: AckError, fields: Told = {}): Verdict => ({
  st: 'rejected',
  err,
  ...told(fields),
});

/** A drive that was asked and did not do it; anything else is a fault of this program. */
export function driveTrouble(error: unknown, reg?: number): Verdict {
  if (!(error instanceof DriveError)) throw error;
  if (error.reason === 'too_late') return { st: 'expired' };
  if (error.reason !== 'exception') return { st: 'failed', err: 'fc_offline' };
  // Not the drive's own refusal: it cannot show such a value, and nothing was sent.
  if (!error.exception) return refused('out_of_range');
  const { code, address } = error.exception;
  return { st: 'failed', err: 'modbus_exception', ...told({ exc: code, reg: reg ?? address }) };
}

/** What a person wants of the drive: may it be, how is it asked for, and how does one see that it is so? */
export interface Wish {
  /** A newer wish of the same kind takes the place of an older one. */
  kind: string;
  refusal(state: DriveState): Verdict | undefined;
  write(deadline: Deadline): Promise<void>;
  isFulfilled(state: DriveState): boolean;
  shown(state: DriveState): Told;
}
