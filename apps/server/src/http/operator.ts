import { createHash, timingSafeEqual } from 'node:crypto';
import { isLoopbackName } from '@manoboard/domain/installation/addresses';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hostNameOf } from './hosts.ts';
import { ProblemError } from './problem-error.ts';

interface Options {
  areOperatorPagesOpen: boolean;
  token: string | undefined;
  publicUrl: string | undefined;
  trustedProxies: string | undefined;
}

const PROXY_HEADERS = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
  'via',
];

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares the token of a request in constant time. */
function createHasToken(token: string | undefined) {
  const expected = token === undefined ? undefined : digest(`Bearer ${token}`);
  return ({ headers: { authorization } }: FastifyRequest): boolean =>
    expected !== undefined && authorization !== undefined && timingSafeEqual(expected, digest(authorization));
}

/** True for requests with one of these tokens. */
export const hasToken = (...tokens: (string | undefined)[]) => {
  const checks = tokens.map(createHasToken);
  return (request: FastifyRequest): boolean => checks.some((has) => has(request));
};

/**
 * True if the request may read metrics, details and the API description: from loopback without a proxy, or with the
 * operator's token. A public address without `TRUSTED_PROXIES` implies a proxy that may forward strangers from loopback
 * without a trace: then only the token counts.
 */
export function createIsOperator({ areOperatorPagesOpen, token, publicUrl, trustedProxies }: Options) {
  const isPublic = publicUrl !== undefined && !isLoopbackName(hostNameOf(new URL(publicUrl).host));
  const countsLoopback = !isPublic || trustedProxies !== undefined;
  const hasToken = createHasToken(token);

  const isDirect = ({ socket, headers }: FastifyRequest) =>
    isLoopbackName(socket.remoteAddress) &&
    isLoopbackName(hostNameOf(headers.host)) &&
    !PROXY_HEADERS.some((name) => name in headers);

  return (request: FastifyRequest): boolean =>
    areOperatorPagesOpen || (countsLoopback && isDirect(request)) || hasToken(request);
}
export type IsOperator = ReturnType<typeof createIsOperator>;

export const requireOperator =
  (isOperator: IsOperator) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (isOperator(request)) return;
    reply.header('www-authenticate', 'Bearer');
    throw new ProblemError('UNAUTHORIZED');
  };

export const requireToken = (token: string) => requireOperator(createHasToken(token));
