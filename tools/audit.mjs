import { ensureInstalled } from './bootstrap.mjs';
import { runCommand, TEXT } from './lib/command.mjs';
import { readSettings } from './lib/env-file.mjs';
import { untilEnd } from './lib/until-end.mjs';

const usage = `Usage: npm run audit -- verify [--head N:HASH]
Reads the whole log of writes and names the first row that was edited, deleted or moved. With --head, an end that was
noted earlier, it also sees a log that was cut off together with its end.`;

/** `npm run audit -- verify`: is the log of writes whole? Names the first row that was edited, deleted or moved. */
await runCommand({ usage, verbs: { verify: { options: { head: TEXT } } } }, async () => {
  await ensureInstalled();
  return untilEnd(['apps/server/src/audit.ts', ...process.argv.slice(2)], readSettings());
});
