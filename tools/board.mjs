import { ensureInstalled } from './bootstrap.mjs';
import { runCommand, TEXT } from './lib/command.mjs';
import { untilEnd } from './lib/until-end.mjs';

const usage = `Usage: npm run board -- [board] --mqtt URL --id ID --secret-file FILE [--fc-id ID] [--fc-type TYPE]
         [--scenario NAME | --drive ADDRESS] [--state DIR] [--firmware-key FILE] [--panel PORT]
       npm run board -- fleet --mqtt URL --credentials FILE [--boards COUNT] [--state DIR] [--firmware-key FILE]
         [--panel PORT]
       npm run board -- gd10 --tcp [HOST:]PORT | --serial PATH[?baud=19200&parity=even] [--unit 1] [--scenario NAME]
         [--seed NUMBER]
       npm run board -- identity --new [--id ID] [--out DIR]
       npm run board -- qr --id ID [--claim-file FILE] [--out DIR]
Runs one software board or many, a simulated converter alone, or makes a board's identity and its label.`;
const shared = { mqtt: TEXT, state: TEXT, 'firmware-key': TEXT, panel: TEXT };
/** @type {Record<string, import('./lib/command.mjs').Form>} */
const verbs = {
  board: {
    options: {
      ...shared,
      ...{ id: TEXT, 'secret-file': TEXT, 'fc-id': TEXT, 'fc-type': TEXT, scenario: TEXT, drive: TEXT },
    },
  },
  fleet: { options: { ...shared, credentials: TEXT, boards: TEXT } },
  gd10: { options: { tcp: TEXT, serial: TEXT, unit: TEXT, scenario: TEXT, seed: TEXT } },
  identity: { options: { new: { type: 'boolean' }, id: TEXT, out: TEXT } },
  qr: { options: { id: TEXT, 'claim-file': TEXT, out: TEXT } },
};

/** `npm run board -- qr --id …`: the board's program with its own words; without a word it runs one board. */
await runCommand({ usage, verbs, usualVerb: 'board' }, async ({ verb = '', args }) => {
  await ensureInstalled();
  return untilEnd(['apps/board/src/main.ts', verb, ...args]);
});
