import { setTimeout as pause } from 'node:timers/promises';
import type { Cmd } from '@manoboard/contract/mqtt/topics';
import { expiresAt } from '@manoboard/domain/commands/command-expiry';
import type { FaultyBoard } from './faulty-board.ts';

const bytes = (cmd: Cmd) => new TextEncoder().encode(JSON.stringify(cmd));
let made = 0;

/** A new command created this many seconds ago. */
const newAt = (agoS: number): Cmd => {
  const ts = Math.floor(Date.now() / 1000) - agoS;
  const id = `01STALE${String(++made).padStart(8, '0')}`;
  return { v: 1, id, op: 'start_stop', val: made % 2 === 0, ts, exp: expiresAt('start_stop', ts), by: 'u:1' };
};

type Kind = (board: FaultyBoard, n: number) => void;

const kinds: readonly Kind[] = [
  // Replayed: the same bytes as before.
  ({ ledger, receive }, n) => receive(ledger.payloads[n % ledger.payloads.length] ?? bytes(newAt(60))),
  // Retained: valid otherwise.
  ({ receive }) => receive(bytes(newAt(0)), true),
  // Queued until it expired.
  ({ receive }) => receive(bytes(newAt(11))),
  // Hours old, with a lifetime that is too long.
  ({ receive }) => receive(bytes({ ...newAt(7200), exp: Math.floor(Date.now() / 1000) + 60 })),
];

const executionsOf = (boards: readonly FaultyBoard[]) =>
  boards.reduce(
    (sum, { ledger }) => sum + [...ledger.records.values()].reduce((n, t) => n + t.executions, 0),
    0,
  );

/** Sends stale commands of every kind to the boards, half of them after a restart; returns how many were executed. */
export async function replayStale(boards: readonly FaultyBoard[], count: number): Promise<number> {
  const before = executionsOf(boards);
  const each = Math.ceil(count / boards.length / 2);
  for (let round = 0; round < 2; round++) {
    for (const board of boards)
      for (let n = 0; n < each; n++) {
        const payload = kinds[n % kinds.length];
        payload?.(board, n);
      }
    await pause(500);
    if (round === 0) await Promise.all(boards.map(({ restart }) => restart()));
  }
  return executionsOf(boards) - before;
}
