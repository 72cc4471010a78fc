import type { ActivityEntry, ChangeEntry } from '@manoboard/contract/activity/activity';
import type { ChangeValue } from '@manoboard/contract/activity/device-change';
import type { Command, CommandValue } from '@manoboard/contract/command/command';
import { pressureFromWire } from '@manoboard/domain/pump/pressure-codec';
import type { Csv, CsvColumn, CsvValue } from '../../base/csv.ts';

const COLUMNS = [
  'time',
  'kind',
  'id',
  'what',
  'label',
  'register',
  'by',
  'role',
  'person',
  'field',
  'old',
  'new',
  'unit',
  'old_value',
  'value',
  'reported_value',
  'normalizer',
  'outcome',
  'reason',
  'steps',
  'published',
  'accepted',
  'finished',
] as const satisfies CsvColumn[];
/** Times are Unix seconds. */
const TIMES: readonly (typeof COLUMNS)[number][] = ['time', 'published', 'accepted', 'finished'];
/** Codes, which have their word before them: the texts to look in, the first that knows the code. */
const CODED: { [C in (typeof COLUMNS)[number]]?: readonly string[] } = {
  kind: ['csv.kind'],
  what: ['csv.what', 'boardEvent', 'activity.startedBy'],
  label: ['rules.raises', 'device.field'],
  role: ['role'],
  field: ['config.field', 'csv.field', 'device.field', 'pumpCard.field'],
  outcome: ['activity.status', 'csv.outcome', 'timeline.outcome.config'],
  reason: ['ack', 'problem', 'timeline.reason', 'firmware.error'],
};
type Row = Partial<Record<(typeof COLUMNS)[number], CsvValue>>;

const iso = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1000).toISOString());

const METER_UNITS: Record<string, string> = { electro_meter: 'kWh', motor_operating_hours: 'h' };

/** On and off instead of booleans, bar instead of values on the wire, unless the mode was unknown. */
function readable({ op, what, normalizer }: Command, value: CommandValue) {
  if (op === 'start_stop' && value !== null) return value ? 'on' : 'off';
  if (op === 'set_lock' && value !== null) return value ? 'locked' : 'unlocked';
  if (op === 'pressure_control' && value !== null) return value ? 'local' : 'remote';
  if (op === 'write' && typeof value === 'number' && normalizer) return pressureFromWire(value, normalizer);
  return op === 'reset' && value === null && what in METER_UNITS ? 0 : value;
}
function unitOf({ op, what, normalizer }: Command): string | undefined {
  if (op === 'write') return normalizer && 'bar';
  return op === 'reset' ? METER_UNITS[what] : undefined;
}

function commandRow(command: Command): Row {
  const { op, what, by, status, detail, problem } = command;
  return {
    ...command,
    kind: 'command',
    what: op,
    label: what,
    by: by.via === undefined ? by.name : `${by.name} (${by.via})`,
    role: by.role,
    old: readable(command, command.old_value),
    new: readable(command, command.value),
    unit: unitOf(command),
    outcome: status,
    reason: detail ?? problem,
    published: command.published_at,
    accepted: command.accepted_at,
    finished: command.finished_at,
  };
}

const shownValue = (field: string, value: ChangeValue) =>
  field.endsWith('_at') && typeof value === 'number' ? iso(value) : value;

/** A line for each field that changed. */
function changeRows({ change }: ChangeEntry): Row[] {
  const row: Row = {
    kind: change.kind,
    id: change.id,
    what: change.action,
    by: change.by?.name,
    role: change.by?.role,
    person: change.person?.name,
    outcome: change.status,
    reason: change.reason,
    steps: change.steps.map(({ step, at }) => `${step} ${iso(at)}`).join('; '),
    finished: change.finished_at,
  };
  if (change.fields.length === 0) return [row];
  return change.fields.map(({ field, ...values }) => ({
    ...row,
    field,
    old: shownValue(field, values.old),
    new: shownValue(field, values.new),
  }));
}

function rowsOf(entry: ActivityEntry): Row[] {
  if (entry.kind === 'command') return [commandRow(entry.command)];
  if (entry.kind !== 'event') return changeRows(entry);
  const { id, code, severity, raised_at, cleared_at, started_by } = entry.event;
  const outcome = raised_at !== null && cleared_at === null ? 'raised' : 'cleared';
  return [
    {
      kind: 'event',
      id,
      what: started_by ? `${code} ${started_by}` : code,
      label: severity,
      outcome,
      finished: cleared_at,
    },
  ];
}

export const activityHead = ({ head, name, timeNames, codedNames }: Csv) =>
  head(
    COLUMNS.flatMap((column) => {
      if (TIMES.includes(column)) return timeNames(column);
      return column in CODED ? codedNames(column) : [name(column)];
    }),
  );

export const activityLines = ({ line, time, wordOf, yesNo }: Csv, entry: ActivityEntry): string[] =>
  rowsOf(entry).map((row) => {
    const timed: Row = { ...row, time: entry.at };
    return line(
      COLUMNS.flatMap((column): CsvValue[] => {
        const value = timed[column];
        if (TIMES.includes(column)) return time(typeof value === 'number' ? value * 1000 : null);
        const texts = CODED[column];
        if (texts) return typeof value === 'string' ? [wordOf(value, ...texts), value] : [null, value];
        if (column !== 'old' && column !== 'new') return [value];
        if (typeof value === 'boolean') return [yesNo(value)];
        return [row.kind === 'command' && typeof value === 'string' ? wordOf(value, 'csv.value') : value];
      }),
    );
  });
