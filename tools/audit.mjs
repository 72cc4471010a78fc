import { ensureInstalled } from './bootstrap.mjs';
import { readSettings } from './lib/env-file.mjs';
import { main } from './lib/terminal.mjs';
import { untilEnd } from './lib/until-end.mjs';

/** `npm run audit -- verify`: is the log of writes whole? Names the first row that was edited, deleted or moved. */
await main(async () => {
  await ensureInstalled();
  return untilEnd(['apps/server/src/audit.ts', ...process.argv.slice(2)], readSettings());
});
