import type { Problem, ProblemCode } from '@manoboard/contract/problem';
import { problems } from '@manoboard/contract/problem';

/** A "no" on its way to the caller. */
export class ProblemError extends Error {
  readonly code: ProblemCode;
  readonly body: Problem;
  constructor(code: ProblemCode, more: Partial<Problem> = {}) {
    super(code);
    this.code = code;
    this.body = { detail: code, ...more };
  }
  get status(): number {
    return problems[this.code];
  }
}
