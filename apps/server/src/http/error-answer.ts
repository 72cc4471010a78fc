import type { FieldProblem, Problem, ProblemCode } from '@manoboard/contract/http/problem';
import { problems } from '@manoboard/contract/http/problem';
import { CLIENT_LEFT } from '@manoboard/domain/access/security-events';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isDatabaseAway } from '../db/db.ts';
import { ClientLeftError } from './limits/client-left.ts';
import { ProblemError } from './problem-error.ts';

const PLACES: Record<string, string> = {
  body: 'body',
  querystring: 'query',
  params: 'path',
  headers: 'header',
};

const BY_STATUS: Record<number, ProblemCode> = {
  400: 'BAD_REQUEST',
  // Of the static files: a path that leaves their folder, or that a route guard would not see.
  403: 'NOT_FOUND',
  404: 'NOT_FOUND',
  413: 'BODY_TOO_LARGE',
  414: 'NOT_FOUND',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
  503: 'UNAVAILABLE',
};

/** A fault of the client, of whatever plugin, is none of the server. */
const codeOfStatus = (status: number): ProblemCode =>
  BY_STATUS[status] ?? (status >= 400 && status < 500 ? 'BAD_REQUEST' : 'INTERNAL');

function fieldProblems(error: FastifyError): FieldProblem[] {
  const place = PLACES[error.validationContext ?? ''] ?? 'body';
  return (error.validation ?? []).map(({ instancePath, message, keyword }) => ({
    loc: [place, ...instancePath.split('/').filter(Boolean)],
    msg: message ?? '',
    type: keyword,
  }));
}

/** All errors have one shape; an answer reveals no more than the code. */
export function answerError(
  error: FastifyError | ProblemError | ClientLeftError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (error instanceof ProblemError) {
    if (error.body.retry_after !== undefined) reply.header('retry-after', error.body.retry_after);
    return reply.code(error.status).send(error.body);
  }
  if (hasZodFastifySchemaValidationErrors(error))
    return reply.code(422).send({ detail: fieldProblems(error) } satisfies Problem);
  // Nobody receives it; the security log and the metrics count no refusal.
  if (error instanceof ClientLeftError) return reply.code(CLIENT_LEFT).send();
  const code = isDatabaseAway(error) ? 'UNAVAILABLE' : codeOfStatus(error.statusCode ?? 500);
  if (code === 'INTERNAL') request.log.error({ err: error }, 'a request failed');
  return reply.code(problems[code]).send({ detail: code } satisfies Problem);
}

/** Returns the cached value if the database is away and the route permits it; otherwise throws the error. */
export function fromCacheOrThrow<T>(error: unknown, request: FastifyRequest, known: T | undefined): T {
  if (known !== undefined && request.routeOptions.config.canUseCache && isDatabaseAway(error)) return known;
  throw error;
}
