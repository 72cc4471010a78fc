import type { Command } from '@manoboard/contract/command/command';
import type { Ack } from '@manoboard/contract/mqtt/topics';
import type { CommandPayload } from '@manoboard/domain/commands/command-values';
import { DAY_MS } from '@manoboard/domain/time';
import { appendAudit } from '../../audit-log/audit-log.ts';
import type { Core } from '../../core.ts';
import type { Board } from '../../link/link.ts';
import {
  claimLateAnswer,
  closeOpen,
  deleteReads,
  findOpenCommand,
  listCommands,
  markAccepted,
  markFinished,
  toCommand,
  type Unattended,
} from './commands.repo.ts';
import { afterEnding, endingOf } from './outcome.ts';

interface Needs extends Pick<Core, 'db' | 'log' | 'now'> {
  /** IDs of the commands that requests wait for. */
  listRunning: () => readonly string[];
  /** Other servers that run. */
  listOthers: () => readonly string[];
  onEnded: (command: Command) => void;
}

/** A command whose end could not be stored is closed this much later. */
export const SWEEP_MS = 30_000;
/** Register reads are not history. */
const KEEP_READS_MS = DAY_MS;

/** What was sent, as far as the row has it: enough to judge the answer. */
const payloadOf = ({ op, value, what, register }: Command) =>
  ({ op, val: value, what, name: what, reg: register }) as unknown as CommandPayload;

/** Commands that no request waits for: left open by a crash, answered too late, and old reads. */
export function createExpiredCommands(needs: Needs) {
  const { db, log, now, listRunning, listOthers, onEnded } = needs;
  const at = () => new Date(now());

  /** Ends open commands as timeouts. Those that run are ended by their requests: the clock may be set forward meanwhile. */
  async function close({ expiredBefore }: Pick<Unattended, 'expiredBefore'> = {}): Promise<void> {
    const running = { notOf: listOthers(), except: listRunning() };
    const commands = await db.transaction().execute(async (tx) => {
      const ids = await closeOpen(tx, at(), { ...running, ...(expiredBefore && { expiredBefore }) });
      const closed = (await listCommands(tx, ids)).map(toCommand);
      const writes = closed.filter(({ op }) => op !== 'reg_read');
      const entries = writes.map((command) => ({ kind: 'command', event: 'ended', command }) as const);
      await appendAudit(tx, at(), ...entries);
      return closed;
    });
    for (const command of commands) onEnded(command);
  }

  /** The answer to a command of another server, or of an earlier run of this one, ends it. False if it is not open. */
  async function endByAck({ deviceKey }: Board, ack: Ack): Promise<boolean> {
    const row = await findOpenCommand(db, ack.id, deviceKey);
    if (!row) return false;
    if (ack.st === 'accepted') {
      await markAccepted(db, ack.id, at());
      return true;
    }
    const command = toCommand(row);
    const requested = {
      payload: payloadOf(command),
      ...(command.normalizer && { pressure: { normalizer: command.normalizer } }),
    };
    const ending = endingOf(requested, ack, command, { at: at(), isUpdating: false });
    const ended = afterEnding(command, ending);
    const isEnded = await db.transaction().execute(async (tx) => {
      if (!(await markFinished(tx, ack.id, ending))) return false;
      if (ended.op !== 'reg_read')
        await appendAudit(tx, ending.at, { kind: 'command', event: 'ended', command: ended });
      return true;
    });
    if (isEnded) onEnded(ended);
    return isEnded;
  }

  return {
    close,

    async sweep(): Promise<void> {
      try {
        await close({ expiredBefore: new Date(now() - SWEEP_MS) });
        await deleteReads(db, new Date(now() - KEEP_READS_MS));
      } catch (error) {
        log.warn({ err: error }, 'closing open commands failed');
      }
    },

    /** An open command ends. Of an ended one the final state stays; the audit log records what the board did. */
    async recordLateAck(board: Board, ack: Ack): Promise<void> {
      const { deviceKey } = board;
      if ((await endByAck(board, ack)) || ack.st === 'accepted') return;
      await db.transaction().execute(async (tx) => {
        if (!(await claimLateAnswer(tx, ack.id, deviceKey, at()))) return;
        const [row] = await listCommands(tx, [ack.id]);
        if (row) await appendAudit(tx, at(), { kind: 'late_answer', command: toCommand(row), answer: ack });
      });
    },
  };
}
