import { BadSettings, type Config, readConfig } from './config.ts';
import { openDataDir } from './data-dir.ts';
import { findDatabase, openDatabase } from './db/database.ts';
import { openDb } from './db/db.ts';
import { migrate } from './db/migrate.ts';
import { readEnrolArguments } from './enrol-arguments.ts';
import { enrol } from './features/devices/enrol.service.ts';
import { createLog } from './log.ts';
import { StartRefused } from './start-refused.ts';
import { createUndo } from './undo.ts';

const undo = createUndo();

/** The folder's lock tells whether a server runs on it: then its Postgres is used, otherwise it is started. */
async function openAnyDatabase(config: Config) {
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

/** `npm run enrol`: makes boards known to the server, whether it runs or not. */
async function run() {
  const { boards, isReplacing } = readEnrolArguments(process.argv.slice(2));
  const config = readConfig(process.env);
  const db = openDb(await openAnyDatabase(config), createLog('warn'));
  undo.add(() => db.destroy());
  await migrate(db);
  await enrol(db, boards, isReplacing);
  const [first] = boards;
  console.log(boards.length === 1 ? `${first?.idDev} is enrolled.` : `${boards.length} boards are enrolled.`);
}

run()
  .catch((error) => {
    process.exitCode = 1;
    if (error instanceof BadSettings) for (const sentence of error.sentences) console.error(sentence);
    else console.error(error instanceof StartRefused ? error.message : error);
  })
  .finally(() => undo.run())
  // The channel to `npm run` would keep the program alive.
  .finally(() => process.exit());
