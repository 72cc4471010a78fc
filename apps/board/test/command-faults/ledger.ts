import { decodeMessage } from '@manoboard/contract/mqtt/decode-message';
import type { Ack, Cmd } from '@manoboard/contract/mqtt/topics';

/** What happened to one command at the board. */
export interface CommandRecord {
  cmd: Cmd;
  fault: string;
  /** Number of writes to the drive. */
  executions: number;
  /** Whether the drive showed the requested state at the final ack; undefined before it. */
  isShown: boolean | undefined;
}

/** Records what happened to every command at the board. A board handles one command at a time. */
export function createLedger() {
  const records = new Map<string, CommandRecord>();
  const payloads: Uint8Array[] = [];
  let current: CommandRecord | undefined;

  return {
    records,
    /** Every received command, as raw bytes. */
    payloads,
    arrived(payload: Uint8Array, fault: string): void {
      const decoded = decodeMessage('cmd', payload);
      if (!decoded.ok) return;
      const cmd = decoded.message;
      payloads.push(payload);
      current = records.get(cmd.id) ?? { cmd, fault, executions: 0, isShown: undefined };
      records.set(cmd.id, current);
    },
    executed(): void {
      if (current) current.executions++;
    },
    answered({ id, st }: Ack, shows: (cmd: Cmd) => boolean): void {
      const record = records.get(id);
      if (record && st !== 'accepted') record.isShown ??= shows(record.cmd);
    },
    /** Whether the board has sent a final ack for every command. */
    isIdle: () => [...records.values()].every(({ isShown }) => isShown !== undefined),
  };
}
export type Ledger = ReturnType<typeof createLedger>;
