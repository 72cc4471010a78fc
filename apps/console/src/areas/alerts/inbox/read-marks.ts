import { useSyncExternalStore } from 'react';
import { parseIds } from '../../../lib/page/stored-ids.ts';

const storageKey = (userId: number) => `inbox-read-${userId}`;
const listeners = new Set<() => void>();

export const parseMarks = (stored: string | null): ReadonlySet<string> => new Set(parseIds(stored));

const marksOf = (userId: number) => parseMarks(localStorage.getItem(storageKey(userId)));

function storeMarks(userId: number, ids: Iterable<string>) {
  localStorage.setItem(storageKey(userId), JSON.stringify([...ids]));
  for (const listener of listeners) listener();
}

/** R1.7: read marks are stored in this browser, per user. */
export const readMarks = {
  add: (userId: number, ids: readonly string[]) => storeMarks(userId, new Set([...marksOf(userId), ...ids])),

  /** Removes the marks of entries that are no longer in the inbox. */
  prune(userId: number, existing: ReadonlySet<string>) {
    const marks = marksOf(userId);
    const kept = [...marks].filter((id) => existing.has(id));
    if (kept.length < marks.size) storeMarks(userId, kept);
  },
};

/** `storage` fires for changes in other tabs. */
function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

export function useReadMarks(userId: number): ReadonlySet<string> {
  return parseMarks(useSyncExternalStore(subscribe, () => localStorage.getItem(storageKey(userId))));
}
