/** Removes what a test rendered; run after each test by `test-setup.ts`. */
export const cleanUps: (() => Promise<void>)[] = [];
