import { ensureInstalled } from './bootstrap.mjs';
import { readSettings } from './lib/env-file.mjs';
import { main } from './lib/terminal.mjs';
import { untilEnd } from './lib/until-end.mjs';

/** `npm run role -- EMAIL "Super Seller"`: gives a registered user a role at the server of these settings. */
await main(async () => {
  await ensureInstalled();
  return untilEnd(['apps/server/src/role.ts', ...process.argv.slice(2)], readSettings());
});
