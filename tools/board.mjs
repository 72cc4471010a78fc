import { ensureInstalled } from './bootstrap.mjs';
import { main } from './lib/terminal.mjs';
import { untilEnd } from './lib/until-end.mjs';

/** `npm run board -- qr --id …`: the board's program with its own words; without a word it runs one board. */
await main(async () => {
  const args = process.argv.slice(2);
  await ensureInstalled();
  const words = args[0]?.startsWith('--') ? ['board', ...args] : args;
  return untilEnd(['apps/board/src/main.ts', ...words]);
});
