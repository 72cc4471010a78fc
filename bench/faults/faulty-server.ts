import { startServer } from '../../apps/server/src/app.ts';
import { readConfig } from '../../apps/server/src/base/config.ts';
import { openDataDir } from '../../apps/server/src/base/data-dir.ts';
import { createLog } from '../../apps/server/src/base/log.ts';
import { createUndo } from '../../apps/server/src/base/undo.ts';
import { openDatabase } from '../../apps/server/src/db/database.ts';

/** The server as its own process, whose clock the parent sets: `{ clockOffsetMs }`. */
let offsetMs = 0;
const undo = createUndo();
const config = readConfig(process.env);
undo.add(await openDataDir(config.DATA_DIR));
const connection = await openDatabase(config, undo, () => {});
const now = () => Date.now() + offsetMs;
const server = await startServer({ config, connection, log: createLog(config.LOG_LEVEL), now });
undo.add(server.stop);

process.on('message', ({ clockOffsetMs }: { clockOffsetMs: number }) => {
  offsetMs = clockOffsetMs;
});
process.on('SIGINT', () => void undo.run().finally(() => process.exit(0)));
process.send?.({ ready: { url: server.url, mqttUrl: server.mqttUrl, demo: server.demo } });
