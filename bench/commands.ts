import { fuzzWrites } from '@manoboard/testkit/fuzz-writes';
import { startServerProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { createStaffedFleet } from '@manoboard/testkit/staffed-fleet';
import { runCommandFaults } from '../apps/board/test/command-faults/command-faults.ts';
import { faultTable } from '../apps/board/test/command-faults/judge.ts';
import { readNumbers } from './lib/options.ts';
import { report } from './lib/report.ts';

/** Commands with every fault of the board and of the server, stale commands, and values of any kind. */
const { boards, each, kills, stale, values } = readNumbers(
  { boards: 260, each: 39, kills: 8, stale: 1000, values: 10_000 },
  { boards: 6, each: 4, kills: 1, stale: 20, values: 50 },
);

async function fuzz() {
  const installation = await createInstallation();
  const server = await startServerProgram({ ...installation.env, LOG_LEVEL: 'fatal' });
  const { url, mqttUrl } = server.ready;
  const { boards: fuzzed, api } = await createStaffedFleet(
    url,
    (await installation.postgres()).connection,
    1,
  );
  const [board = { deviceId: '', secret: '' }] = fuzzed;
  const target = { ...board, url: mqttUrl, normalizer: 1 } as const;
  const result = await fuzzWrites(api, target, values);
  await server.stop();
  await installation.remove();
  return result;
}

const begun = performance.now();
const faults = await runCommandFaults({ boards, commandsEach: each, kills, stale });
const tookS = ((performance.now() - begun) / 1000).toFixed(0);
console.log(faultTable(faults));
const fuzzed = await fuzz();
const outside = fuzzed.bars.filter((bar) => !(bar >= 3 - 1e-6 && bar <= 5.5 + 1e-6)).length;
const wrong = [faults.falseDone, faults.notEndedOnce, faults.executedTwice].map(({ length }) => length);
report({
  name: 'commands',
  what: `${faults.commands} commands from HTTP to the drives of ${boards} whole boards in ${tookS} s, through 12 faults and ${kills} kills of the server; ${stale} old ones; ${fuzzed.sent} values of any kind`,
  result: `${wrong[0]} false "done", ${wrong[1]} without exactly one end, ${wrong[2]} executed twice (${faults.executions} executions of ${faults.executedIds} ids); ${faults.executedStale} old ones executed; ${outside} of ${fuzzed.bars.length} values on the wire outside the bounds`,
  aim: '0 everywhere',
});
const isWrong = wrong.some((n) => n > 0) || faults.executions !== faults.executedIds;
process.exit(isWrong || faults.executedStale + outside + fuzzed.unexpected.length > 0 ? 1 : 0);
