import { verifyAudit } from '../audit-log/audit.service.ts';
import { headText, readHead, verdictSentence } from '../audit-log/audit-words.ts';
import { StartRefused } from '../base/start-refused.ts';
import { runDatabaseTool } from './database-tool.ts';

const USAGE =
  'npm run cli -- audit verify reads the whole log of writes. With --head N:HASH, an end that was noted earlier, it also sees a log that was cut off together with its end.';

/** `npm run cli -- audit verify`: names the first row of the log that was edited, deleted or moved. */
runDatabaseTool(async (openDatabase) => {
  const [verb, flag, noted, ...rest] = process.argv.slice(2);
  const head = noted === undefined ? undefined : readHead(noted);
  const isSound = verb === 'verify' && rest.length === 0;
  if (!isSound || (flag !== undefined && (flag !== '--head' || !head))) throw new StartRefused(USAGE);
  const verdict = await verifyAudit(await openDatabase(), head);
  console.log(verdictSentence(verdict));
  if ('head' in verdict) console.log(`Note its end outside this machine: ${headText(verdict.head)}`);
  else process.exitCode = 1;
});
