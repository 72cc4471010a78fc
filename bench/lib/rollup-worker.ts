import { openDb } from '../../apps/server/src/db/db.ts';
import { createRollups } from '../../apps/server/src/features/history/rollup.service.ts';
import { createLog } from '../../apps/server/src/log.ts';

/** Rolls up without a pause, as a second server would, until it is killed. It begins with the hours of the last day. */
const db = openDb(JSON.parse(process.argv[2] ?? '{}'), createLog('silent'));
process.on('disconnect', () => process.exit());
const HOUR_MS = 3_600_000;
const dayAgo = new Date(Math.floor(Date.now() / HOUR_MS - 25) * HOUR_MS);
await db.updateTable('history_progress').set({ hour: dayAgo, device_id: 0 }).execute();
const { run } = createRollups({ db, rawDays: 30 });
process.send?.('ready');
for (;;) {
  await run().catch(() => {});
  await new Promise((done) => setTimeout(done, 5));
}
