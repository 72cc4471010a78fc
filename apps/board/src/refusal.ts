/** An error that the operator has to fix; its message is one sentence. */
export class Refusal extends Error {}

/** Short reason of the system why a file could not be used. */
export const fileErrorReason = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);
