import { createAtom, useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';

/** Typed and unsaved values of a form. */
export interface Unsaved {
  /** The displayed name of the device that they are for. */
  name: string;
  discard: () => void;
}

const unsaved = createAtom<Unsaved | null>(null);

/** For everything that navigates away from a form; `null` while nothing would be lost. */
export const useUnsaved = (): Unsaved | null => useSelector(unsaved);

/** For the form. */
export function useReportUnsaved(isUnsaved: boolean, name: string, discard: () => void) {
  useEffect(() => {
    if (!isUnsaved) return;
    const mine = { name, discard };
    unsaved.set(mine);
    return () => unsaved.set((current) => (current === mine ? null : current));
  }, [isUnsaved, name, discard]);
}
