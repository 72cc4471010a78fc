import { ensureInstalled } from './bootstrap.mjs';
import { runCommand, TEXT } from './lib/command.mjs';
import { readSettings } from './lib/env-file.mjs';
import { untilEnd } from './lib/until-end.mjs';

const usage = `Usage: npm run enrol -- --id ID --secret-file FILE --claim-file FILE [--replace]
       npm run enrol -- --credentials FILE [--replace]
Makes boards known to the server of these settings; --replace gives known boards a new secret and claim code.`;
const options = {
  id: TEXT,
  'secret-file': TEXT,
  'claim-file': TEXT,
  credentials: TEXT,
  replace: /** @type {const} */ ({ type: 'boolean' }),
};

/** `npm run enrol -- --id … --secret-file … --claim-file …`: makes a board known to the server of these settings. */
await runCommand({ usage, options }, async () => {
  await ensureInstalled();
  return untilEnd(['apps/server/src/enrol.ts', ...process.argv.slice(2)], readSettings());
});
