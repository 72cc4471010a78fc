import { createAtom, useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';

/** Unsaved values of a form. */
export interface Unsaved {
  /** Display name of the device. */
  name: string;
  discard: () => void;
}

const unsaved = createAtom<Unsaved | null>(null);
/** Number of commands sent from this page whose outcome is not known. */
export const runningCommands = createAtom(0);

/** For components that navigate away from a form; `null` without unsaved values. */
export const useUnsaved = (): Unsaved | null => useSelector(unsaved);

/** Registers the unsaved values of a form. */
export function useReportUnsaved(isUnsaved: boolean, name: string, discard: () => void) {
  useEffect(() => {
    if (!isUnsaved) return;
    const mine = { name, discard };
    unsaved.set(mine);
    return () => unsaved.set((current) => (current === mine ? null : current));
  }, [isUnsaved, name, discard]);
}
