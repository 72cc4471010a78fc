import { type Ack, type Cmd, decodeMessage } from '@manoboard/contract/mqtt/topics';

/** What one command met on its way, as only the board can know it. */
export interface Truth {
  cmd: Cmd;
  fault: string;
  /** How often the drive was told. */
  executions: number;
  /** Did the drive show what was wished when the board gave its last word? Nothing before that. */
  isShown: boolean | undefined;
}

/** Keeps for every command what really happened at the board. One command at a time is on its way to a board. */
export function createLedger() {
  const truths = new Map<string, Truth>();
  const payloads: Uint8Array[] = [];
  let current: Truth | undefined;

  return {
    truths,
    /** Every command that came, as it came. */
    payloads,
    arrived(payload: Uint8Array, fault: string): void {
      const decoded = decodeMessage('cmd', payload);
      if (!decoded.ok) return;
      const cmd = decoded.message;
      payloads.push(payload);
      current = truths.get(cmd.id) ?? { cmd, fault, executions: 0, isShown: undefined };
      truths.set(cmd.id, current);
    },
    executed(): void {
      if (current) current.executions++;
    },
    answered({ id, st }: Ack, shows: (cmd: Cmd) => boolean): void {
      const truth = truths.get(id);
      if (truth && st !== 'accepted') truth.isShown ??= shows(truth.cmd);
    },
    /** Has the board said its last word on all that came? */
    isIdle: () => [...truths.values()].every(({ isShown }) => isShown !== undefined),
  };
}
export type Ledger = ReturnType<typeof createLedger>;
