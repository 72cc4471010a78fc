import { type Config, readConfig } from '../base/config.ts';
import { openDataDir } from '../base/data-dir.ts';
import { loadEnvFile } from '../base/env-file.ts';
import { createLog } from '../base/log.ts';
import { explainStart } from '../base/start-errors.ts';
import { StartRefused } from '../base/start-refused.ts';
import { createUndo, type Undo } from '../base/undo.ts';
import { findDatabase, openDatabase } from '../db/database.ts';
import { type Db, openDb } from '../db/db.ts';
import { migrate } from '../db/migrate.ts';
import { VERSION } from '../package-dir.ts';

/** Runs a program of the operator. Errors a person can act on are printed as a sentence, with exit code 1. */
export function runTool(tool: (undo: Undo) => Promise<void>): void {
  const undo = createUndo();
  Promise.resolve()
    .then(() => {
      loadEnvFile();
      return tool(undo);
    })
    .catch((error) => {
      process.exitCode = 1;
      for (const sentence of explainStart(error, VERSION) ?? [error]) console.error(sentence);
    })
    .finally(() => undo.run())
    // The channel to `npm run` would keep the program alive.
    .finally(() => process.exit());
}

/**
 * Runs a tool on the database of the server, whether the server runs or not. Tools neither check nor set the mark of the
 * database (`db/installation.ts`).
 */
export const runDatabaseTool = (tool: (openDatabase: () => Promise<Db>) => Promise<void>) =>
  runTool((undo) =>
    tool(async () => {
      const db = openDb(await openAnyDatabase(readConfig(process.env), undo), createLog('warn'));
      undo.add(() => db.destroy());
      await migrate(db);
      return db;
    }),
  );

/** Connects to the database of the server that holds the lock of DATA_DIR, or starts Postgres if none does. */
export async function openAnyDatabase(config: Config, undo: Undo) {
  if (!config.DATABASE_URL) {
    const release = await openDataDir(config.DATA_DIR).catch((error) => {
      if (error instanceof StartRefused) return undefined;
      throw error;
    });
    if (!release) {
      const running = findDatabase(config);
      if (running) return running;
      throw new StartRefused('The server is just starting or ending. Try again in a moment.');
    }
    undo.add(release);
  }
  return openDatabase(config, undo, () => {});
}
