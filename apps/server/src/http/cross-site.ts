import type { FastifyRequest } from 'fastify';
import { ProblemError } from './problem-error.ts';

const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** A write must come from our own page: browsers say where it comes from, and what is no browser says nothing. */
export function refuseCrossSite(publicUrl: string | undefined) {
  const publicOrigin = publicUrl && new URL(publicUrl).origin;
  return async (request: FastifyRequest) => {
    if (READS.includes(request.method)) return;
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin' && site !== 'none')
      throw new ProblemError('CROSS_SITE_REQUEST');
    const { origin, host } = request.headers;
    if (origin === undefined || origin === publicOrigin) return;
    if (!URL.canParse(origin) || new URL(origin).host !== host) throw new ProblemError('CROSS_SITE_REQUEST');
  };
}
