import { firmwareTool } from './firmware-tool.ts';
import { main } from './terminal.mjs';

await main(async () => {
  for (const line of firmwareTool(process.argv.slice(2), Date.now())) console.log(line);
  return 0;
});
