import { expect, it, vi } from 'vitest';
import { runCommandFaults } from './command-faults.ts';
import { faultTable } from './judge.ts';

/** 39 boards, a server that is killed, and expiring commands. */
vi.setConfig({ testTimeout: 120_000 });

it('contract 1.2: with every fault no false done, one final state per command, one execution per id, no stale execution', async () => {
  const verdicts = await runCommandFaults({ boards: 39, commandsEach: 2, kills: 1, stale: 200 });
  const table = faultTable(verdicts);
  expect(verdicts.falseDone, table).toEqual([]);
  expect(verdicts.notEndedOnce, table).toEqual([]);
  expect(verdicts.executedTwice, table).toEqual([]);
  expect(verdicts.executions, table).toBe(verdicts.executedIds);
  expect(verdicts.executedStale, table).toBe(0);
  expect(verdicts.commands, table).toBeGreaterThanOrEqual(78);
  const of = (name: string) => verdicts.rows.find(({ fault }) => fault === name);
  const done = verdicts.rows.reduce((sum, row) => sum + row.done, 0);
  expect(done, table).toBeGreaterThan(10);
  // The outcome of each depends on the time of the kill; none may be done.
  for (const fault of ['ack is lost', 'drive confirms and does nothing', 'reconnect before the ack']) {
    expect(of(fault)?.executed, table).toBeGreaterThan(0);
    expect(of(fault)?.done, table).toBe(0);
  }
});
