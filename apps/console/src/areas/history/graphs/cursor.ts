import { createAtom } from '@tanstack/react-store';

/** The moment under the pointer in all panels, Unix seconds; null without a pointer. An atom ignores `set(undefined)`. */
export const createCursor = () => createAtom<number | null>(null);
export type Cursor = ReturnType<typeof createCursor>;
