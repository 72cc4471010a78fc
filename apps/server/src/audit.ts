import { BadSettings, readConfig } from './config.ts';
import { openAnyDatabase } from './db/any-database.ts';
import { openDb } from './db/db.ts';
import { migrate } from './db/migrate.ts';
import { verifyAudit } from './features/audit/audit.service.ts';
import { headText, readHead, verdictSentence } from './features/audit/audit-words.ts';
import { createLog } from './log.ts';
import { StartRefused } from './start-refused.ts';
import { createUndo } from './undo.ts';

const undo = createUndo();
const USAGE =
  'npm run audit -- verify reads the whole log of writes. With --head N:HASH, an end that was noted earlier, it also sees a log that was cut off together with its end.';

/** `npm run audit -- verify`: names the first row of the log that was edited, deleted or moved. */
async function run() {
  const [verb, flag, noted, ...rest] = process.argv.slice(2);
  const head = noted === undefined ? undefined : readHead(noted);
  const isSound = verb === 'verify' && rest.length === 0;
  if (!isSound || (flag !== undefined && (flag !== '--head' || !head))) throw new StartRefused(USAGE);
  const config = readConfig(process.env);
  const db = openDb(await openAnyDatabase(config, undo), createLog('warn'));
  undo.add(() => db.destroy());
  await migrate(db);
  const verdict = await verifyAudit(db, head);
  console.log(verdictSentence(verdict));
  if ('head' in verdict) console.log(`Note its end outside this machine: ${headText(verdict.head)}`);
  else process.exitCode = 1;
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
