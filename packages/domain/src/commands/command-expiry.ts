import type { CommandStatus } from '@manoboard/contract/command/command';
import type { Cmd } from '@manoboard/contract/mqtt/topics';

const SHORT_LIVED: readonly Cmd['op'][] = ['start_stop', 'set_lock', 'end_retries'];

/** `docs/protocol.md`, Commands: start, stop, lock and the end of retries expire after 10 s, the others after 60 s. */
export const expiresAt = (op: Cmd['op'], createdAtS: number) =>
  createdAtS + (SHORT_LIVED.includes(op) ? 10 : 60);

const FINAL: readonly CommandStatus[] = ['done', 'rejected', 'failed', 'expired', 'timeout'];

export const isFinal = (status: CommandStatus) => FINAL.includes(status);
