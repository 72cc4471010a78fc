import type { Config } from '../config.ts';
import { openDataDir } from '../data-dir.ts';
import { StartRefused } from '../start-refused.ts';
import type { Undo } from '../undo.ts';
import { findDatabase, openDatabase } from './database.ts';

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
