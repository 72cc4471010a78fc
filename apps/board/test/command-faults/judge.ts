import type { LoggedCommand } from '@manoboard/testkit/command-log';
import type { CommandRecord } from './ledger.ts';

const FINAL = ['done', 'rejected', 'failed', 'expired', 'timeout'] as const;
type Final = (typeof FINAL)[number];

interface FaultRow extends Record<Final, number> {
  fault: string;
  commands: number;
  executed: number;
}

export interface Verdicts {
  commands: number;
  rows: FaultRow[];
  /** The server reports done, and the drive was not written or does not show it. */
  falseDone: string[];
  /** Not exactly one final state, or not exactly one final log entry. */
  notEndedOnce: string[];
  /** The drive was written more than once for one id. */
  executedTwice: string[];
  executions: number;
  /** Ids for which a drive was written. */
  executedIds: number;
  executedStale: number;
}

const isFinal = (status: string): status is Final => (FINAL as readonly string[]).includes(status);

function rowsOf(log: readonly LoggedCommand[], records: ReadonlyMap<string, CommandRecord>): FaultRow[] {
  const rows = new Map<string, FaultRow>();
  for (const { id, status } of log) {
    const record = records.get(id);
    const fault = record?.fault ?? 'never reached the board';
    const none = { done: 0, rejected: 0, failed: 0, expired: 0, timeout: 0 };
    const row = rows.get(fault) ?? { fault, commands: 0, executed: 0, ...none };
    row.commands++;
    row.executed += record?.executions ?? 0;
    if (isFinal(status)) row[status]++;
    rows.set(fault, row);
  }
  return [...rows.values()].sort((a, b) => a.fault.localeCompare(b.fault));
}

/** Compares the server's state of every command with the board's ledger. */
export function judge(
  boards: readonly { ledger: { records: ReadonlyMap<string, CommandRecord> } }[],
  log: readonly LoggedCommand[],
  executedStale: number,
): Verdicts {
  const records = new Map(boards.flatMap(({ ledger }) => [...ledger.records]));
  const logged = new Set(log.map(({ id }) => id));
  const known = [...records.values()].filter(({ cmd }) => logged.has(cmd.id));
  const isTrue = (record: CommandRecord | undefined) => record?.executions === 1 && record.isShown === true;
  const ids = (commands: readonly LoggedCommand[]) => commands.map(({ id }) => id);
  return {
    commands: log.length,
    rows: rowsOf(log, records),
    falseDone: ids(log.filter(({ id, status }) => status === 'done' && !isTrue(records.get(id)))),
    notEndedOnce: ids(
      log.filter(({ status, ends, isFinished }) => !isFinal(status) || !isFinished || ends !== 1),
    ),
    executedTwice: known.filter(({ executions }) => executions > 1).map(({ cmd }) => cmd.id),
    executions: known.reduce((sum, { executions }) => sum + executions, 0),
    executedIds: known.filter(({ executions }) => executions > 0).length,
    executedStale,
  };
}

export function faultTable({ rows }: Verdicts): string {
  const head = ['fault', 'commands', ...FINAL, 'executed'];
  const lines = rows.map((row) => [
    row.fault,
    row.commands,
    ...FINAL.map((status) => row[status]),
    row.executed,
  ]);
  return [head, ...lines]
    .map(
      ([name, ...cells]) => String(name).padEnd(32) + cells.map((cell) => String(cell).padStart(9)).join(' '),
    )
    .join('\n');
}
