import { percentile } from '../lib/report.ts';
import { FAULT_ROWS, type FaultRow, rowName } from './fault-rows.ts';
import type { HouseOutcome } from './worker.ts';

const AIM = { perMonth: 1, found: 0.9, named: 0.8 };
/** Kinds about the line: in a house with a pump fault they come by chance. */
const LINE_KINDS: readonly string[] = ['weak_wifi', 'board_offline'];
type Cells = readonly (string | number)[];
const table = (head: string, rows: readonly Cells[]) => {
  const names = head.split(', ');
  return [names, names.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
};

/** Alerts of healthy houses by kind and verdict. */
export function healthyText(outcomes: readonly HouseOutcome[], months: number) {
  const all = outcomes.flatMap(({ healthy, house }) => healthy.map((alert) => ({ ...alert, house })));
  const rows = [...Map.groupBy(all, ({ alert }) => alert)].sort().map(([kind, own]): Cells => {
    const count = (verdict: string) => own.filter((each) => each.verdict === verdict).length;
    const where = new Set(own.filter(({ verdict }) => verdict !== 'right').map(({ house }) => house)).size;
    const alarms = own.filter(({ severity }) => severity === 'alarm').length;
    const counts = ['right', 'nuisance', 'wrong'].map(count);
    return [kind, (own.length / months).toFixed(2), ...counts, alarms, where];
  });
  const bad = all.filter(({ verdict }) => verdict !== 'right');
  const wrong = bad.filter(({ verdict }) => verdict === 'wrong').length / months;
  const alarms = bad.filter(({ severity }) => severity === 'alarm');
  const result = `${(bad.length / months).toFixed(2)} wrong or nuisance alerts per house and month (${wrong.toFixed(2)} wrong), ${alarms.length} alarms of healthy pumps`;
  const text = [
    `Healthy houses: ${months} house-months, ${result} (aims: ${AIM.perMonth}, 0)`,
    ...alarms.map(({ house, alert, day }) => `Alarm: ${alert} on day ${day} in "${house}"`),
    '',
    table('kind, per house-month, right, nuisance, wrong, alarms, houses with bad ones', rows),
  ];
  return { result, text: text.join('\n') };
}

const duration = (hours: number) => (hours < 48 ? `${hours.toFixed(1)} h` : `${(hours / 24).toFixed(1)} d`);

function faultRow(row: FaultRow, outcomes: readonly HouseOutcome[]) {
  const own = outcomes.flatMap(({ faults }) => faults.filter((each) => each.row === rowName(row)));
  if (own.length === 0) return undefined;
  const isRight = (alert: string | undefined) => alert !== undefined && row.right.includes(alert);
  const told = own.map(({ raised }) =>
    raised.filter(({ alert }) => isRight(alert) || !LINE_KINDS.includes(alert)),
  );
  const found = told.flatMap(
    (alerts) => alerts.find(({ alert }) => isRight(alert) || row.found?.includes(alert)) ?? [],
  );
  const firsts = told.map((alerts) => alerts[0]?.alert);
  const named = firsts.filter(isRight).length;
  const others = Map.groupBy(
    firsts.filter((first) => !isRight(first)),
    (first = 'nothing') => first,
  );
  const isMet = found.length >= AIM.found * own.length && named >= AIM.named * own.length;
  const delays = found.map(({ afterH }) => afterH);
  const cells: Cells = [
    ...[row.fault, row.severity, `${found.length} of ${own.length}`, `${named} of ${own.length}`],
    told.filter((alerts) => alerts.some(({ alert }) => isRight(alert))).length,
    found.length === 0 ? '–' : duration(percentile(delays, 0.5)),
    [...others].map(([kind, each]) => `${kind} ${each.length}`).join(', ') || '–',
    isMet ? 'yes' : '**no**',
  ];
  return { houses: own.length, found: found.length, named, isMet, cells };
}

/** Rows of the table of faults. */
export function faultText(outcomes: readonly HouseOutcome[]) {
  const rows = FAULT_ROWS.flatMap((row) => faultRow(row, outcomes) ?? []);
  const sum = (name: 'houses' | 'found' | 'named') => rows.reduce((total, row) => total + row[name], 0);
  const met = rows.filter(({ isMet }) => isMet).length;
  const result = `faults found in ${sum('found')} of ${sum('houses')} houses, right name first in ${sum('named')}; ${met} of ${rows.length} rows meet both aims`;
  const head =
    'fault, severity, found, right name first, at all, median delay, first alert otherwise, aims met';
  const cells = rows.map((row) => row.cells);
  return {
    rows: rows.length,
    result,
    text: `${result} (aims of each row: ${AIM.found * 10} of 10 found, ${AIM.named * 10} of 10 named)\n\n${table(head, cells)}`,
  };
}
