import type { CommandStatus } from '@manoboard/contract/command';
import type { Cmd } from '@manoboard/contract/topics';

const LIFETIME_S: Record<Cmd['op'], number> = { start_stop: 10 };

/** `contract.md` 2: start and stop expire after 10 s. */
export const expiresAt = (op: Cmd['op'], createdAtS: number) => createdAtS + LIFETIME_S[op];

const FINAL: readonly CommandStatus[] = ['done', 'rejected', 'failed', 'expired', 'timeout'];

export const isFinal = (status: CommandStatus) => FINAL.includes(status);
