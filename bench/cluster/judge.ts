import { waitFor } from '@manoboard/testkit/wait-for';
import type { Client } from 'pg';
import type { Ledger, MovingBoard } from './moving-board.ts';
import type { Viewer } from './viewer.ts';

/** A command whose end a failover lost is ended by a job: its lifetime, twice the 30 s of the job, and some more. */
const COMMANDS_END_MS = 90_000;
const ENDS = "('done', 'failed', 'rejected', 'timeout', 'expired')";

interface Facts {
  ledger: Ledger;
  boards: readonly MovingBoard[];
  viewers: readonly Viewer[];
  answers: readonly { status: number; body: { id?: string } | undefined }[];
}

const listOpen = async (db: Client) =>
  (
    await db.query<{ id: string; status: string }>(
      `select id, status from command where status not in ${ENDS}`,
    )
  ).rows;

/** Compares what boards and pages have seen with the database; every number must be 0. */
export async function judge(db: Client, { ledger, viewers, answers }: Facts) {
  const stored = await db.query<{ key: string; times: number }>(
    "select id_dev || ' ' || seq as key, count(*)::int as times from frame join device on device.id = device_id group by 1",
  );
  const times = new Map(stored.rows.map((row) => [row.key, row.times]));
  const newest = await db.query<{ id: string; seq: number; online: boolean }>(
    `select id_dev as id, max(seq)::int as seq, bool_or(is_online) as online from device
     join frame on device.id = frame.device_id join board_session on device.id = board_session.device_id group by 1`,
  );
  let stale = 0;
  for (const { frames, online } of viewers)
    for (const row of newest.rows)
      if (frames.has(row.id) && (frames.get(row.id) !== row.seq || online.get(row.id) !== row.online))
        stale++;
  await waitFor(async () => (await listOpen(db)).length === 0, {
    timeoutMs: COMMANDS_END_MS,
    everyMs: 1000,
    what: 'the end of all commands',
  }).catch(() => undefined);
  const open = await listOpen(db);
  for (const row of open.slice(0, 5)) console.log(`command without an end: ${row.id} ${row.status}`);
  const commands = await db.query<{ id: string; status: string }>('select id, status from command');
  const status = new Map(commands.rows.map((row) => [row.id, row.status]));
  const done = answers.filter((answer) => answer.status === 200);
  const alerts = await db.query<{ kind: string; times: number }>(
    'select kind, count(*)::int as times from alert group by 1',
  );
  for (const alert of alerts.rows) console.log(`alert ${alert.kind}: ${alert.times}`);
  return {
    acknowledged: ledger.acknowledged.length,
    wrong: {
      missing: ledger.acknowledged.filter((key) => !times.has(key)).length,
      'stored twice': stored.rows.filter((row) => row.times > 1).length,
      'commands with two ends': done.filter(({ body }) => status.get(body?.id ?? '') !== 'done').length,
      'commands without an end': open.length,
      'commands executed twice': [...ledger.executed.values()].filter((each) => each > 1).length,
      'executed late': ledger.late,
      'by an old line': ledger.byOldLine,
      alerts: alerts.rows.reduce((sum, row) => sum + row.times, 0),
      'values of pages that differ from the database': stale,
    },
  };
}
