import { createAtom, useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';

/** Unsaved values of a form. */
export interface Unsaved {
  /** Display name of the device. */
  name: string;
  discard: () => void;
}

/** One page may have several forms. */
const unsaved = createAtom<readonly Unsaved[]>([]);
/** Number of commands sent from this page whose outcome is not known. */
export const runningCommands = createAtom(0);

/** For components that navigate away from a form; `null` without unsaved values. */
export function useUnsaved(): Unsaved | null {
  const all = useSelector(unsaved);
  function discard() {
    for (const form of all) form.discard();
  }
  return all[0] ? { name: all[0].name, discard } : null;
}

/** Registers the unsaved values of a form. */
export function useReportUnsaved(isUnsaved: boolean, name: string, discard: () => void) {
  useEffect(() => {
    if (!isUnsaved) return;
    const mine = { name, discard };
    unsaved.set((others) => [...others, mine]);
    return () => unsaved.set((all) => all.filter((each) => each !== mine));
  }, [isUnsaved, name, discard]);
}
