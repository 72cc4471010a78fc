import { createAtom, useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';

const subject = createAtom<string | null>(null);

/** R4.15: sets the subject of the page in the document's title. */
export function usePageSubject(name: string | undefined) {
  useEffect(() => {
    subject.set(name ?? null);
    return () => subject.set(null);
  }, [name]);
}

export const useCurrentSubject = () => useSelector(subject);
