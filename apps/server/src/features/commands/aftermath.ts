import type { Ack } from '@manoboard/contract/mqtt/topics';
import type { Command } from '@manoboard/contract/nouns/command';
import type { Db } from '../../db/db.ts';
import type { Board } from '../../link/link.ts';
import type { Logger } from '../../log.ts';
import { toCommand } from './command-row.ts';
import { claimLateAnswer, closeOpen, deleteReads, listCommands } from './commands.repo.ts';

interface Neighbours {
  db: Db;
  log: Logger;
  now: () => number;
  appendAudit: (db: Db, at: Date, entries: readonly object[]) => Promise<void>;
  /** A command has ended without its waiter. */
  ended: (command: Command) => void;
}

/** A command whose end could not be stored is closed by this much later. */
export const SWEEP_MS = 30_000;
/** Reads are no history. */
const KEEP_READS_MS = 24 * 3600_000;

/** What nobody waits for any more: commands that were left open, answers that come late, old reads. */
export function createAftermath({ db, log, now, appendAudit, ended }: Neighbours) {
  const at = () => new Date(now());

  /** What nobody waits for has ended without an answer. */
  async function close(expiredBefore?: Date): Promise<void> {
    const commands = await db.transaction().execute(async (tx) => {
      const ids = await closeOpen(tx, at(), expiredBefore);
      const closed = (await listCommands(tx, ids)).map(toCommand);
      const writes = closed.filter(({ op }) => op !== 'reg_read');
      await appendAudit(
        tx,
        at(),
        writes.map((command) => ({ event: 'ended', command })),
      );
      return closed;
    });
    for (const command of commands) ended(command);
  }

  return {
    close,

    async sweep(): Promise<void> {
      try {
        await close(new Date(now() - SWEEP_MS));
        await deleteReads(db, new Date(now() - KEEP_READS_MS));
      } catch (error) {
        log.warn({ err: error }, 'commands that were left open could not be closed');
      }
    },

    /** The final state stays, but the log knows what the board did after all. */
    async hearLate({ deviceId }: Board, ack: Ack): Promise<void> {
      if (ack.st === 'accepted') return;
      await db.transaction().execute(async (tx) => {
        if (!(await claimLateAnswer(tx, ack.id, deviceId, at()))) return;
        const [row] = await listCommands(tx, [ack.id]);
        if (row)
          await appendAudit(tx, at(), [{ event: 'late_answer', command: toCommand(row), answer: ack }]);
      });
    },
  };
}
