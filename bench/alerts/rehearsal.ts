import { rehearseAtRandom } from '@manoboard/testkit/random-inputs';
import { readNumbers } from '../lib/options.ts';
import { report } from '../lib/report.ts';

/** Rehearsals of random changes on random series against replays of all rules with the same numbers. */
const { series, hours } = readNumbers({ series: 1000, hours: 5 });
const kinds = new Set<string>();
const totals = { today: 0, changed: 0 };
const different: number[] = [];
for (let seed = 1; seed <= series; seed++) {
  const { kind, rehearsed, replayed } = rehearseAtRandom(seed, hours);
  const { today, changed, others } = rehearsed;
  const isEqual =
    JSON.stringify({ today: today.alerts, changed: changed.alerts, others }) === JSON.stringify(replayed);
  if (!isEqual) different.push(seed);
  if (changed.alerts.length > 0) kinds.add(kind);
  totals.today += today.alerts.length;
  totals.changed += changed.alerts.length;
}
if (different.length > 0) console.log(`different seeds: ${different.join(' ')}`);
report({
  name: 'rehearsal',
  what: `rehearsals against replays on ${series} random series of ${hours} hours with random numbers`,
  result: `${series - different.length} equal; ${totals.today} alerts with the numbers in force, ${totals.changed} with the new ones, of ${kinds.size} kinds`,
  aim: 'all equal',
});
process.exitCode = different.length > 0 ? 1 : 0;
