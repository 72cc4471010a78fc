import type { Command } from '@manoboard/contract/command/command';
import type { Ack } from '@manoboard/contract/mqtt/topics';
import { appendAudit } from '../../audit-log/audit-log.ts';
import type { Board } from '../../link/link.ts';
import type { Server } from '../../server.ts';
import { claimLateAnswer, closeOpen, deleteReads, listCommands, toCommand } from './commands.repo.ts';

interface Neighbours extends Pick<Server, 'db' | 'log' | 'now'> {
  onEnded: (command: Command) => void;
}

/** A command whose end could not be stored is closed this much later. */
export const SWEEP_MS = 30_000;
/** Register reads are not history. */
const KEEP_READS_MS = 24 * 3600_000;

/** Commands that no request waits for: left open by a crash, answered too late, and old reads. */
export function createExpiredCommands({ db, log, now, onEnded }: Neighbours) {
  const at = () => new Date(now());

  /** Ends open commands as timeouts. */
  async function close(expiredBefore?: Date): Promise<void> {
    const commands = await db.transaction().execute(async (tx) => {
      const ids = await closeOpen(tx, at(), expiredBefore);
      const closed = (await listCommands(tx, ids)).map(toCommand);
      const writes = closed.filter(({ op }) => op !== 'reg_read');
      const entries = writes.map((command) => ({ kind: 'command', event: 'ended', command }) as const);
      await appendAudit(tx, at(), ...entries);
      return closed;
    });
    for (const command of commands) onEnded(command);
  }

  return {
    close,

    async sweep(): Promise<void> {
      try {
        await close(new Date(now() - SWEEP_MS));
        await deleteReads(db, new Date(now() - KEEP_READS_MS));
      } catch (error) {
        log.warn({ err: error }, 'closing open commands failed');
      }
    },

    /** The final state stays; the audit log records what the board did. */
    async recordLateAck({ deviceKey }: Board, ack: Ack): Promise<void> {
      if (ack.st === 'accepted') return;
      await db.transaction().execute(async (tx) => {
        if (!(await claimLateAnswer(tx, ack.id, deviceKey, at()))) return;
        const [row] = await listCommands(tx, [ack.id]);
        if (row) await appendAudit(tx, at(), { kind: 'late_answer', command: toCommand(row), answer: ack });
      });
    },
  };
}
