import { HOUR_MS } from '@manoboard/domain/time';
import { createLog } from '../../apps/server/src/base/log.ts';
import { openDb } from '../../apps/server/src/db/db.ts';
import { createRollups } from '../../apps/server/src/wings/history/rollup.service.ts';
import { createFrameCompression } from '../../apps/server/src/wings/history/store/frame-compression.ts';

/**
 * Rolls up and packs without a pause, as a second server would, until it is killed. It begins with the hours of the last
 * day, and packs yesterday, which is closed a day later than now.
 */
const log = createLog('silent');
const db = openDb(JSON.parse(process.argv[2] ?? '{}'), log);
process.on('disconnect', () => process.exit());
const dayAgo = new Date(Math.floor(Date.now() / HOUR_MS - 25) * HOUR_MS);
await db.updateTable('history_progress').set({ hour: dayAgo, device_id: 0 }).execute();
const rollups = createRollups({ db, rawDays: 30 });
const compression = createFrameCompression({ db, log, now: () => Date.now() + 25 * HOUR_MS });
process.send?.('ready');

async function repeat(run: () => Promise<void>): Promise<never> {
  for (;;) {
    await run().catch(() => {});
    await new Promise((done) => setTimeout(done, 5));
  }
}
await Promise.all([repeat(rollups.run), repeat(compression.run)]);
