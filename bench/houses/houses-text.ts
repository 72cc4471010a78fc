import { percentile } from '../lib/report.ts';
import { FAULT_ROWS, type FaultRow, rowName } from './fault-rows.ts';
import type { HouseOutcome } from './houses-worker.ts';

const AIM = { perMonth: 1, found: 0.9, named: 0.8 };
/** Kinds about the line: in a house with a pump fault they come by chance. */
const LINE_KINDS: readonly string[] = ['weak_wifi', 'board_offline'];
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Alerts of healthy houses by kind and verdict. */
export function healthyText(outcomes: readonly HouseOutcome[], months: number) {
  const all = outcomes.flatMap(({ healthy, house }) => healthy.map((alert) => ({ ...alert, house })));
  const kinds = [...new Set(all.map(({ alert }) => alert))].sort();
  const rows = kinds.map((kind) => {
    const own = all.filter(({ alert }) => alert === kind);
    const count = (verdict: string) => own.filter((each) => each.verdict === verdict).length;
    const where = new Set(own.filter(({ verdict }) => verdict !== 'right').map(({ house }) => house)).size;
    return [
      ...[kind, (own.length / months).toFixed(2), count('right'), count('nuisance'), count('wrong')],
      ...[own.filter(({ severity }) => severity === 'alarm').length, where],
    ];
  });
  const bad = all.filter(({ verdict }) => verdict !== 'right').length / months;
  const wrong = all.filter(({ verdict }) => verdict === 'wrong').length / months;
  const alarms = all.filter(({ severity, verdict }) => severity === 'alarm' && verdict !== 'right');
  const result = `${bad.toFixed(2)} wrong or nuisance alerts per house and month (${wrong.toFixed(2)} wrong), ${alarms.length} alarms of healthy pumps`;
  const details = alarms.map(({ house, alert, day }) => `${alert} on day ${day} in "${house}"`);
  return {
    result,
    text: `Healthy houses: ${months} house-months, ${result} (aims: ${AIM.perMonth}, 0)
${details.length > 0 ? `Alarms: ${details.join('; ')}\n` : ''}
${table(['kind', 'per house-month', 'right', 'nuisance', 'wrong', 'alarms', 'houses with bad ones'], rows)}`,
  };
}

interface RowResult {
  houses: number;
  found: number;
  named: number;
  cells: (string | number)[];
}

const duration = (hours: number) =>
  hours < 1
    ? `${Math.round(60 * hours)} min`
    : hours < 48
      ? `${hours.toFixed(1)} h`
      : `${(hours / 24).toFixed(1)} d`;

function faultRow(row: FaultRow, outcomes: readonly HouseOutcome[]): RowResult | undefined {
  const own = outcomes.flatMap(({ faults, house }) =>
    faults.filter((each) => each.row === rowName(row)).map((each) => ({ ...each, house })),
  );
  if (own.length === 0) return undefined;
  const accepted = [...row.right, ...(row.found ?? [])];
  const seen = own.map(({ raised, house }) => {
    const told = raised.filter(({ alert }) => row.right.includes(alert) || !LINE_KINDS.includes(alert));
    return {
      house,
      first: told[0]?.alert,
      isNamed: told.some(({ alert }) => row.right.includes(alert)),
      found: told.find(({ alert }) => accepted.includes(alert)),
    };
  });
  const found = seen.flatMap((each) => each.found ?? []);
  const named = seen.filter(({ first }) => first !== undefined && row.right.includes(first)).length;
  const others = Map.groupBy(
    seen.filter(({ first }) => first === undefined || !row.right.includes(first)),
    ({ first = 'nothing' }) => first,
  );
  const isMet = found.length >= AIM.found * own.length && named >= AIM.named * own.length;
  const delay = percentile(
    found.map(({ afterH }) => afterH),
    0.5,
  );
  return {
    houses: own.length,
    found: found.length,
    named,
    cells: [
      ...[row.fault, row.severity, `${found.length} of ${own.length}`, `${named} of ${own.length}`],
      seen.filter(({ isNamed }) => isNamed).length,
      found.length === 0 ? '–' : duration(delay),
      [...others].map(([kind, each]) => `${kind} ${each.length}`).join(', ') || '–',
      isMet ? 'yes' : '**no**',
    ],
  };
}

/** Rows of the table of faults. */
export function faultText(outcomes: readonly HouseOutcome[]) {
  const rows = FAULT_ROWS.flatMap((row) => faultRow(row, outcomes) ?? []);
  const sum = (pick: (row: RowResult) => number) => rows.reduce((total, row) => total + pick(row), 0);
  const houses = sum((row) => row.houses);
  const met = rows.filter(({ cells }) => cells.at(-1) === 'yes').length;
  const result = `faults found in ${sum((row) => row.found)} of ${houses} houses, right name first in ${sum((row) => row.named)}; ${met} of ${rows.length} rows meet both aims`;
  return {
    rows: rows.length,
    result,
    text: `${result} (aims of each row: ${AIM.found * 10} of 10 found, ${AIM.named * 10} of 10 named)

${table(
  [
    'fault',
    'severity',
    'found',
    'right name first',
    'at all',
    'median delay',
    'first alert otherwise',
    'aims met',
  ],
  rows.map(({ cells }) => cells),
)}`,
  };
}
