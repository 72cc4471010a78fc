import { ensureInstalled } from './bootstrap.mjs';
import { readSettings } from './lib/env-file.mjs';
import { main } from './lib/terminal.mjs';
import { untilEnd } from './lib/until-end.mjs';

/** `npm run enrol -- --id … --secret-file … --claim-file …`: makes a board known to the server of these settings. */
await main(async () => {
  await ensureInstalled();
  return untilEnd(['apps/server/src/enrol.ts', ...process.argv.slice(2)], readSettings());
});
