import type { Activity, ActivityEntry } from '@manoboard/contract/activity/activity';
import type { Command } from '@manoboard/contract/command/command';

const isEntryOf = (entry: ActivityEntry, id: string) => entry.kind === 'command' && entry.command.id === id;

export const entryKey = (entry: ActivityEntry): string => {
  if (entry.kind === 'command') return entry.command.id;
  return entry.kind === 'event' ? `${entry.event.id}-event` : `${entry.change.id}-change`;
};

/** Merges a command of the stream into the list: replaces its entry, or inserts a new one. */
export function mergeCommand(activity: Activity, command: Command): Activity {
  const { items, total, counts } = activity;
  const entry: ActivityEntry = { kind: 'command', at: command.created_at, command };
  if (items.some((known) => isEntryOf(known, command.id))) {
    return { ...activity, items: items.map((known) => (isEntryOf(known, command.id) ? entry : known)) };
  }
  return {
    ...activity,
    total: total + 1,
    counts: { ...counts, command: (counts.command ?? 0) + 1 },
    items: [entry, ...items].sort((a, b) => b.at - a.at),
  };
}
