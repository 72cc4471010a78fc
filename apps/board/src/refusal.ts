/** Something the person who started the program has to put right; the message is one sentence for him. */
export class Refusal extends Error {}

/** The system's short word for why a file could not be used. */
export const fileTrouble = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);
