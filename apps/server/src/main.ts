import { BadSettings, readConfig } from './config.ts';
import { openDataDir } from './data-dir.ts';
import { createLog } from './log.ts';
import { StartRefused } from './start-refused.ts';
import { createUndo } from './undo.ts';

const undo = createUndo();
let isStopping = false;

function stop(code: number) {
  if (isStopping) return;
  isStopping = true;
  void undo.run().finally(() => process.exit(code));
}

/** With a parent (npm start) progress goes to it; alone it goes to the log. */
const tell = (message: object) => process.send?.(message, undefined, undefined, () => {});

async function start() {
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL);
  const say = (progress: string) => (process.send ? tell({ progress }) : log.info(progress));

  undo.add(await openDataDir(config.DATA_DIR));
  // Loaded only now: a refusal above comes at once.
  const [{ openDatabase }, { startServer }] = await Promise.all([
    import('./db/database.ts'),
    import('./app.ts'),
  ]);
  const connection = await openDatabase(config, undo, say);
  const server = await startServer({ config, connection, log, say });
  undo.add(server.stop);

  const { url, mqttUrl, demo } = server;
  tell({ ready: { url, mqttUrl, demo } });
  log.info({ url, mqttUrl }, 'ready');
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0));
process.on('disconnect', () => stop(0));

start().catch((error) => {
  if (error instanceof BadSettings) for (const sentence of error.sentences) console.error(sentence);
  else if (error instanceof StartRefused) console.error(error.message);
  else console.error(error);
  stop(1);
});
