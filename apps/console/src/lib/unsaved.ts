import { useEffect, useSyncExternalStore } from 'react';

/** What a person has typed and not saved. */
export interface Unsaved {
  /** The device that it is for, as the person calls it. */
  name: string;
  discard: () => void;
}

let current: Unsaved | undefined;
const listeners = new Set<() => void>();

function set(next: Unsaved | undefined) {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** For whoever leads away from a form: nothing while nothing would be lost. */
export const useUnsaved = (): Unsaved | undefined => useSyncExternalStore(subscribe, () => current);

/** For the form. */
export function useReportUnsaved(isUnsaved: boolean, name: string, discard: () => void) {
  useEffect(() => {
    if (!isUnsaved) return;
    const mine = { name, discard };
    set(mine);
    return () => {
      if (current === mine) set(undefined);
    };
  }, [isUnsaved, name, discard]);
}
