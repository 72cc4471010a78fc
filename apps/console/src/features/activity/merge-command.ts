import type { Activity, ActivityEntry } from '@manoboard/contract/activity';
import type { Command } from '@manoboard/contract/command';

const isOf = (entry: ActivityEntry, id: string) => entry.kind === 'command' && entry.command.id === id;

/** The list with what the stream told of a command: one more entry on top, or another step of a known one. */
export function mergeCommand(activity: Activity, command: Command): Activity {
  const { items, total } = activity;
  const entry: ActivityEntry = { kind: 'command', at: command.created_at, command };
  if (items.some((known) => isOf(known, command.id))) {
    return { total, items: items.map((known) => (isOf(known, command.id) ? entry : known)) };
  }
  return { total: total + 1, items: [entry, ...items].sort((a, b) => b.at - a.at) };
}
