/** An error at the start that the operator can fix: printed without a stack. */
export class StartRefused extends Error {}
