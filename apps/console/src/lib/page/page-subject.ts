import { createAtom, useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';

const subject = createAtom<string | null>(null);
const section = createAtom<string | null>(null);

const useTitlePart = (part: typeof subject, text: string | undefined) =>
  useEffect(() => {
    part.set(text ?? null);
    return () => part.set(null);
  }, [part, text]);

/** R4.15: sets the subject of the page in the document's title. */
export const usePageSubject = (name: string | undefined) => useTitlePart(subject, name);

/** Replaces the title of the page in the document's title while a part of it, as a tool of a device, is open. */
export const usePageSection = (title: string) => useTitlePart(section, title);

export const useCurrentSubject = () => useSelector(subject);
export const useCurrentSection = () => useSelector(section);
