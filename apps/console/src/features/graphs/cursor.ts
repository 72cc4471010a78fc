import { createAtom } from '@tanstack/react-store';

/** The moment under the pointer in all panels, Unix seconds; undefined without a pointer. */
export const createCursor = () => createAtom<number | undefined>(undefined);
export type Cursor = ReturnType<typeof createCursor>;
