import module from 'node:module';
import { join } from 'node:path';
import { readConfig } from './base/config.ts';
import { openDataDir } from './base/data-dir.ts';
import { loadEnvFile, warnOfNames } from './base/env-file.ts';
import { limitHeap } from './base/heap.ts';
import { createLog, type Logger } from './base/log.ts';
import { lowerPoolThreads } from './base/priority.ts';
import { createNotifier } from './base/service-manager.ts';
import { explainStart } from './base/start-errors.ts';
import { StartRefused } from './base/start-refused.ts';
import { createUndo } from './base/undo.ts';
import { VERSION } from './package-dir.ts';

/** Postgres needs the rest of the 5 s in which the program stops, also in a storm of alerts or during a long job. */
const STOP_WITHIN_MS = 4000;
/** A failed start ends then, whatever its parts still wait for. Postgres alone takes up to 5 s. */
const FAILED_WITHIN_MS = 10_000;
/** An unhandled error is that of a connection, or one that the start waits for in vain. */
const READY_AFTER_ERROR_MS = 5000;

const notifier = createNotifier();
let isStarting = true;
let isStopping = false;
let log: Logger | undefined;
// For a process that ends because nothing is left to wait for.
process.exitCode = 1;
const undo = createUndo((err) =>
  log ? log.error({ err }, 'a part could not be stopped') : console.error(err),
);

function stop(code: number) {
  if (isStopping) return;
  isStopping = true;
  notifier.stopping();
  if (isStarting && code !== 0) setTimeout(() => process.exit(code), FAILED_WITHIN_MS);
  void undo.run().finally(() => process.exit(code));
}

/** With a parent (npm start) progress goes to it; alone it goes to the log. */
const sendToParent = (message: object) => process.send?.(message, undefined, undefined, () => {});

const OLDEST_NODE = 24;

async function start() {
  if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE)
    throw new StartRefused(`The server needs Node ${OLDEST_NODE} or newer; this is ${process.version}.`);
  limitHeap();
  const envFile = loadEnvFile();
  const config = readConfig(process.env);
  const ownLog = createLog(config.LOG_LEVEL);
  log = ownLog;
  for (const sentence of warnOfNames(process.env, envFile)) ownLog.warn(sentence);
  const onProgress = (progress: string) =>
    process.send ? sendToParent({ progress }) : ownLog.info(progress);

  undo.add(await openDataDir(config.DATA_DIR));
  // Compiled once: it halves the processor time of loading, and the type stripper stays out of memory.
  module.enableCompileCache(join(config.DATA_DIR, 'compile-cache'));
  // Loaded after the checks above, so that a refused start is fast.
  const [{ openDatabase }, { lockDatabase }, { startServer }] = await Promise.all([
    import('./db/database.ts'),
    import('./db/server-lock.ts'),
    import('./app.ts'),
  ]);
  const connection = await openDatabase(config, undo, onProgress);
  if (!config.SEVERAL_SERVERS) undo.add(await lockDatabase(connection, ownLog, config.BUS_URL !== undefined));
  const server = await startServer({ config, connection, log: ownLog, onProgress });
  lowerPoolThreads();
  undo.add(() => server.stop(STOP_WITHIN_MS));
  undo.add(server.drain);

  const { url, mqttUrl, mqttsUrl, demo, setup } = server;
  const { fingerprint } = server.certificate?.() ?? {};
  sendToParent({ ready: { url, mqttUrl, mqttsUrl, fingerprint, demo, setup } });
  if (setup && !process.send)
    ownLog.warn(
      `There is no Super Seller yet: open ${setup.url} within a day and enter the code ${setup.code}`,
    );
  ownLog.info({ url, mqttUrl, mqttsUrl, fingerprint }, 'ready');
  if (!isStopping) notifier.ready(`Serves ${url}`);
  // Node writes it at the exit, which a crash skips.
  module.flushCompileCache();
}

/** Errors of a socket, a file or a process do not corrupt the state of this program. */
const isSystemError = (error: unknown) => error instanceof Error && 'syscall' in error;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0));
process.on('disconnect', () => stop(0));

/** A person, or the parent that shows it to one, reads a sentence; a service has one format for all of its lines. */
const isRead = process.stderr.isTTY || process.send !== undefined;

/** Reports why there is no server, and ends the process. */
function refuseStart(error: unknown) {
  if (isStopping) return;
  const sentences = explainStart(error, VERSION);
  if (isRead) for (const sentence of sentences ?? [error]) console.error(sentence);
  else {
    const lines = log ?? createLog('info');
    for (const sentence of sentences ?? []) lines.fatal(sentence);
    if (!sentences) lines.fatal({ err: error }, 'the server could not start');
  }
  stop(1);
}

function refuseUnlessReady(error: unknown) {
  if (isStarting) setTimeout(() => isStarting && refuseStart(error), READY_AFTER_ERROR_MS);
}

// Last resort: pumps must stay controllable, so an unhandled error of one request or connection does not end the server.
process.on('unhandledRejection', (err) => {
  log?.error({ err }, 'a rejected promise was not handled');
  refuseUnlessReady(err);
});
process.on('uncaughtException', (err) => {
  log?.fatal({ err }, 'an error was not handled');
  if (!log) console.error(err);
  if (!log || !isSystemError(err)) stop(1);
  else refuseUnlessReady(err);
});

start().then(() => {
  isStarting = false;
}, refuseStart);
