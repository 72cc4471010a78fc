import { Problem, type ProblemCode, problems } from '@manoboard/contract/http/problem';
import type { LocalProblemCode } from '@manoboard/i18n/messages';
import * as z from 'zod/mini';

export type HttpProblemCode = ProblemCode | LocalProblemCode;

/** Any failure of a request; `code` is a key of `problem.*` in the locale files. */
export class HttpProblem extends Error {
  /** 0 without a response. */
  readonly status: number;
  readonly code: HttpProblemCode;
  readonly problem: Problem | undefined;

  constructor(status: number, code: HttpProblemCode, problem?: Problem) {
    super(`${status} ${code}`);
    this.name = 'HttpProblem';
    this.status = status;
    this.code = code;
    this.problem = problem;
  }
}

/** R5.13: a write that was sent, without an answer that proves that it was applied or that it was not. */
export class UnknownOutcome extends HttpProblem {
  constructor({ status, code, problem }: HttpProblem) {
    super(status, code, problem);
    this.name = 'UnknownOutcome';
  }
}

/** The code of any error. */
export const problemCodeOf = (error: unknown): HttpProblemCode =>
  error instanceof HttpProblem ? error.code : 'UNKNOWN';

const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problems, code);

function codeOf({ detail }: Problem): HttpProblemCode {
  if (Array.isArray(detail)) return 'VALIDATION';
  const code = typeof detail === 'string' ? detail : detail.code;
  return isProblemCode(code) ? code : 'UNKNOWN';
}

/** A proxy may answer without a problem body: derive the code from the status. */
function codeOfStatus(status: number): HttpProblemCode {
  if (status === 404) return 'NOT_FOUND';
  if (status === 429) return 'TOO_MANY_REQUESTS';
  if (status === 502 || status === 503 || status === 504) return 'UNAVAILABLE';
  return status >= 500 ? 'INTERNAL' : 'UNKNOWN';
}

export function problemOf(status: number, body: unknown): HttpProblem {
  const parsed = z.safeParse(Problem, body);
  return parsed.success
    ? new HttpProblem(status, codeOf(parsed.data), parsed.data)
    : new HttpProblem(status, codeOfStatus(status));
}
