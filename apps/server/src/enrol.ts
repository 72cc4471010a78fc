import { BadSettings, readConfig } from './config.ts';
import { openAnyDatabase } from './db/any-database.ts';
import { openDb } from './db/db.ts';
import { migrate } from './db/migrate.ts';
import { readEnrolArguments } from './enrol-arguments.ts';
import { enrol } from './features/devices/enrol.service.ts';
import { createLog } from './log.ts';
import { StartRefused } from './start-refused.ts';
import { createUndo } from './undo.ts';

const undo = createUndo();

/** `npm run enrol`: makes boards known to the server, whether it runs or not. */
async function run() {
  const { boards, isReplacing } = readEnrolArguments(process.argv.slice(2));
  const config = readConfig(process.env);
  const db = openDb(await openAnyDatabase(config, undo), createLog('warn'));
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
