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
  /** With BAD_ANSWER: the path of the first field that was missing or not understood. */
  readonly field: string | undefined;

  constructor(status: number, code: HttpProblemCode, problem?: Problem, field?: string) {
    super(`${status} ${code}`);
    this.name = 'HttpProblem';
    this.status = status;
    this.code = code;
    this.problem = problem;
    this.field = field;
  }
}

/** R5.13: a write that was sent, without an answer that proves that it was applied or that it was not. */
export class UnknownOutcome extends HttpProblem {
  constructor({ status, code, problem, field }: HttpProblem) {
    super(status, code, problem, field);
    this.name = 'UnknownOutcome';
  }
}

/** The code of any error. */
export const problemCodeOf = (error: unknown): HttpProblemCode =>
  error instanceof HttpProblem ? error.code : 'UNKNOWN';

const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problems, code);

/** A proxy answers without a problem body, other providers with codes of their own. */
function codeOfStatus(status: number): HttpProblemCode {
  if (status === 404) return 'NOT_FOUND';
  if (status === 429) return 'TOO_MANY_REQUESTS';
  if (status === 502 || status === 503 || status === 504) return 'UNAVAILABLE';
  return status >= 500 ? 'INTERNAL' : 'UNKNOWN';
}

function codeOf(status: number, { detail }: Problem): HttpProblemCode {
  if (Array.isArray(detail)) return 'VALIDATION';
  const code = typeof detail === 'string' ? detail : detail.code;
  return isProblemCode(code) ? code : codeOfStatus(status);
}

/** An answer that does not have the shape of its call. */
export const badAnswer = (status: number, error?: z.core.$ZodError) =>
  new HttpProblem(status, 'BAD_ANSWER', undefined, error?.issues[0]?.path.join('.') || undefined);

export function problemOf(status: number, body: unknown): HttpProblem {
  const parsed = z.safeParse(Problem, body);
  return parsed.success
    ? new HttpProblem(status, codeOf(status, parsed.data), parsed.data)
    : new HttpProblem(status, codeOfStatus(status));
}
