import { BOUND_MS, type Outcome, openDevice, runCycle } from '../../e2e/reconnect/cycle.ts';
import { planCycles } from '../../e2e/reconnect/plan.ts';
import { startWorld } from '../../e2e/reconnect/world.ts';
import { readNumbers } from '../lib/options.ts';
import { LOAD_BEFORE, percentile, report } from '../lib/report.ts';

/**
 * A page loses the server repeatedly in different ways, while another user makes changes or the board disconnects:
 * after each reconnect the page must match the server. `--seed` repeats a run.
 */
const { cycles, seed } = readNumbers({ cycles: 500, seed: 1 + Math.floor(Math.random() * 1_000_000) });
console.log(`seed ${seed}`);

const logOutcome = ({ n, outage, change, ms, isLate, wrong, missing }: Outcome) =>
  console.log(`${n}. ${outage}, ${change}: ${ms} ms\n${wrong ?? (isLate ? missing : '')}`);

const world = await startWorld();
const outcomes: Outcome[] = [];
try {
  const page = await openDevice(world);
  for (const cycle of planCycles(cycles, seed)) {
    const outcome = await runCycle(world, page, cycle);
    outcomes.push(outcome);
    if (outcome.wrong !== undefined || outcome.isLate || cycle.n % 50 === 49) logOutcome(outcome);
  }
} finally {
  await world.stop();
}

const times = outcomes.map(({ ms }) => ms);
const isWrong = ({ wrong }: Outcome) => wrong !== undefined;
const wrongs = outcomes.filter(isWrong).length;
const late = outcomes.filter((outcome) => !isWrong(outcome) && outcome.isLate).length;
report({
  name: 'reconnect',
  what: `${outcomes.length} times a device page loses the server (browser offline, connections that stall and break, tab hidden) or the board, while another session switches, locks, sets, renames, configures; seed ${seed}, ${LOAD_BEFORE}`,
  result: `${wrongs} pages that said anything else than the server, ${late} late; from the return to the same words p50 ${percentile(times, 0.5)} ms, p95 ${percentile(times, 0.95)} ms, most ${percentile(times, 1)} ms`,
  aim: `none, each within ${BOUND_MS / 1000} s`,
});
process.exit(wrongs + late === 0 ? 0 : 1);
