import { startServer } from './app.ts';
import { BadSettings, readConfig } from './config.ts';
import { openDataDir } from './data-dir.ts';
import { openDatabase } from './db/database.ts';
import { createLog } from './log.ts';
import { StartRefused } from './start-refused.ts';

/** With a parent (npm start) progress goes to it; alone it goes to the log. */
const tell = (message: object) => process.send?.(message, undefined, undefined, () => {});

/** Steps to undo, the last one first. */
const undo: (() => Promise<void>)[] = [];
let isStopping = false;

async function stopAll() {
  for (const step of undo.reverse()) await step().catch((error) => console.error(error));
}

function stop(code: number) {
  if (isStopping) return;
  isStopping = true;
  void stopAll().finally(() => process.exit(code));
}

async function start() {
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL);
  const say = (progress: string) => (process.send ? tell({ progress }) : log.info(progress));

  const dataDir = await openDataDir(config.DATA_DIR);
  undo.push(dataDir.release);
  const database = await openDatabase(config, say);
  undo.push(database.stop);
  const server = await startServer({ config, connection: database.connection, log, say });
  undo.push(server.stop);

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
