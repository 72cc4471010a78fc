import { useEffect, useSyncExternalStore } from 'react';

let subject: string | undefined;
const listeners = new Set<() => void>();

function setSubject(next: string | undefined) {
  subject = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** R4.15: what the page is about, for the title of the document. */
export function usePageSubject(name: string | undefined) {
  useEffect(() => {
    setSubject(name);
    return () => setSubject(undefined);
  }, [name]);
}

export const useCurrentSubject = () => useSyncExternalStore(subscribe, () => subject);
