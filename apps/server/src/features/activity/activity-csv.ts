import type { ActivityEntry } from '@manoboard/contract/activity';

/** Excel takes a file for UTF-8 only if it begins with this. */
const BOM = '\uFEFF';

const COLUMNS = [
  'time',
  'kind',
  'id',
  'what',
  'label',
  'register',
  'by',
  'role',
  'old_value',
  'value',
  'reported_value',
  'normalizer',
  'outcome',
  'reason',
  'published',
  'accepted',
  'finished',
] as const;
type Row = Partial<Record<(typeof COLUMNS)[number], string | number | boolean | null | undefined>>;

const iso = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1000).toISOString());

const rowOf = (entry: ActivityEntry): Row => {
  const time = iso(entry.at);
  if (entry.kind === 'event') {
    const { id, code, severity, raised_at, cleared_at } = entry.event;
    const outcome = raised_at !== null && cleared_at === null ? 'raised' : 'cleared';
    return { time, kind: 'event', id, what: code, label: severity, outcome, finished: iso(cleared_at) };
  }
  const { op, what, by, status, detail, problem, ...command } = entry.command;
  return {
    ...command,
    time,
    kind: 'command',
    what: op,
    label: what,
    by: by.name,
    role: by.role,
    outcome: status,
    reason: detail ?? problem,
    published: iso(command.published_at),
    accepted: iso(command.accepted_at),
    finished: iso(command.finished_at),
  };
};

/** A text of a person that a spreadsheet would take for a formula is shown as text. */
function cell(value: Row[keyof Row]): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const line = (cells: readonly string[]) => `${cells.join(',')}\r\n`;

export const csvHead = BOM + line(COLUMNS);
export const csvLine = (entry: ActivityEntry) => {
  const row = rowOf(entry);
  return line(COLUMNS.map((column) => cell(row[column])));
};
