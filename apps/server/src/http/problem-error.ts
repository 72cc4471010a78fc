import type { Problem, ProblemCode } from '@manoboard/contract/http/problem';
import { problems } from '@manoboard/contract/http/problem';

/** A refusal that is answered to the client. It has no stack: capturing it was the largest cost of a refused request. */
export class ProblemError extends Error {
  readonly code: ProblemCode;
  readonly body: Problem;
  constructor(code: ProblemCode, more: Partial<Problem> = {}) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(code);
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.body = { detail: code, ...more };
  }
  get status(): number {
    return problems[this.code];
  }
}
