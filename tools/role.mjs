import { ensureInstalled } from './bootstrap.mjs';
import { runCommand } from './lib/command.mjs';
import { readSettings } from './lib/env-file.mjs';
import { untilEnd } from './lib/until-end.mjs';

const usage = `Usage: npm run role -- EMAIL ROLE
Gives a registered user a role at the server of these settings: "Super Seller", Seller or Technician.`;

/** `npm run role -- EMAIL "Super Seller"`: gives a registered user a role at the server of these settings. */
await runCommand({ usage, positionals: [2, 2] }, async () => {
  await ensureInstalled();
  return untilEnd(['apps/server/src/role.ts', ...process.argv.slice(2)], readSettings());
});
