import { readFileSync } from 'node:fs';
import type { Call } from '@manoboard/contract/http/call';
import type { Relation } from '@manoboard/domain/access/policy';
import { naming } from '../src/http/rules.ts';

const FILE = new URL('../../../docs/permissions.md', import.meta.url);

/** Column titles of the document. */
const RELATION_COLUMNS: Record<Relation, string> = {
  owner: 'owner',
  delegate: 'delegate',
  switcher: 'switcher',
  watcher: 'watcher',
  expired: 'delegate whose time is up',
  none: 'none of these',
};

type Row = Record<string, string>;

const cellsOf = (line: string) =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());

/** The rows of the table whose first column has this title, by their first cell. */
function readTable(text: string, title: string): Map<string, Row> {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${title} |`));
  const end = lines.findIndex((line, at) => at > start && !line.startsWith('|'));
  const [head = '', , ...rows] = lines.slice(start, end);
  const titles = cellsOf(head);
  const read = (line: string): [string, Row] => {
    const cells = cellsOf(line);
    const row = Object.fromEntries(titles.map((name, at) => [name, cells[at] ?? '']));
    return [(cells[0] ?? '').replaceAll('`', ''), row];
  };
  return new Map(rows.map(read));
}

export type Verdict = 'allowed' | 'UNAUTHORIZED' | 'FORBIDDEN' | 'DEVICE_NOT_FOUND' | 'ALERT_NOT_FOUND';

/** The verdicts of docs/permissions.md. */
export function readPermissions() {
  const text = readFileSync(FILE, 'utf8');
  const [actions, globalPermissions, calls] = ['action', 'permission', 'call'].map((title) =>
    readTable(text, title),
  );
  const row = (table: Map<string, Row> | undefined, name: string): Row => {
    const found = table?.get(name);
    if (!found) throw new Error(`docs/permissions.md does not list ${name}`);
    return found;
  };
  const isYes = (cells: Row, columns: readonly string[]) => columns.some((column) => cells[column] === 'yes');

  return {
    calls: [...(calls?.keys() ?? [])],
    verdict(call: Call, roles: readonly string[] | undefined, relation: Relation): Verdict {
      const who = row(calls, `${call.method} ${call.path}`).who ?? '';
      if (who === 'anyone') return 'allowed';
      if (!roles) return 'UNAUTHORIZED';
      if (who === 'every user') return 'allowed';
      const [, kind, name = ''] = /^users (with the permission|who may) `(\w+)`$/.exec(who) ?? [];
      if (kind === 'with the permission')
        return isYes(row(globalPermissions, name), roles.length > 0 ? roles : ['no role'])
          ? 'allowed'
          : 'FORBIDDEN';
      const columns = [RELATION_COLUMNS[relation], ...roles];
      if (isYes(row(actions, name), columns) && isYes(row(actions, 'see'), columns)) return 'allowed';
      if (isYes(row(actions, 'see'), columns)) return 'FORBIDDEN';
      return naming(call)?.by === 'alert' ? 'ALERT_NOT_FOUND' : 'DEVICE_NOT_FOUND';
    },
  };
}
