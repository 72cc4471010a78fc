/** The card that says what to do. */
export const NEXT_STEP = 'next-step';
