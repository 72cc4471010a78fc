import type { TLSSocket } from 'node:tls';
import { isLoopbackName } from '@manoboard/domain/installation/addresses';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { inUrl } from '../net/ports.ts';
import { FOR_ANY_HOST } from './cross-site.ts';
import { hostNameOf } from './hosts.ts';
import { isPagePath } from './page-path.ts';
import { ProblemError } from './problem-error.ts';

const PERMANENT_REDIRECT = 308;

interface Options {
  publicUrl: string | undefined;
  /** Port of https. */
  port: () => number;
}

/**
 * Redirects pages that a browser opened by plain HTTP. Calls are refused instead: a program that sent its password or cookie
 * in plain text must not go on unnoticed. Probes of this machine are answered.
 */
export function redirectPlainHttp({ publicUrl, port }: Options) {
  const addressOf = ({ host, url }: FastifyRequest) => {
    const origin = publicUrl?.startsWith('https:')
      ? new URL(publicUrl).origin
      : `https://${inUrl(hostNameOf(host) ?? 'localhost')}:${port()}`;
    return url.startsWith('/') ? origin + url : origin;
  };
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { socket } = request.raw;
    if ((socket as Partial<TLSSocket>).encrypted) return;
    if (isLoopbackName(socket.remoteAddress) && FOR_ANY_HOST.includes(request.url)) return;
    const isPage = ['GET', 'HEAD'].includes(request.method) && isPagePath(request.url);
    if (!isPage) throw new ProblemError('BAD_REQUEST');
    return reply.redirect(addressOf(request), PERMANENT_REDIRECT);
  };
}
