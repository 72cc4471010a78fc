import type { FastifyRequest } from 'fastify';
import type { QuietWarn } from '../base/log.ts';
import { createHosts } from './hosts.ts';
import { ProblemError } from './problem-error.ts';

const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** Probes and scrapers use their own host names; these routes check the caller themselves. */
export const FOR_ANY_HOST: readonly string[] = [
  '/healthz',
  '/readyz',
  '/readyz/strict',
  '/readyz/balancer',
  '/metrics',
  '/metrics/devices',
];

interface Options {
  publicUrl: string | undefined;
  allowedHosts: readonly string[];
  quietWarn: QuietWarn;
}

/** All host names of the request: some proxies route by a second `Host` header or by an absolute URL. */
function hostsOf({ host, raw }: FastifyRequest): string[] {
  const target = raw.url?.startsWith('/') ? [] : [URL.parse(raw.url ?? '')?.host ?? ''];
  const repeated = raw.rawHeaders.filter(
    (_, at, all) => at % 2 === 1 && all[at - 1]?.toLowerCase() === 'host',
  );
  return [host, ...repeated.slice(1), ...target];
}

/** Refuses requests for a host name that is not ours (DNS rebinding). */
export function refuseForeignHost({ quietWarn, ...options }: Options) {
  const isAllowed = createHosts(options);
  return async (request: FastifyRequest) => {
    const host = hostsOf(request).find((name) => !isAllowed(name));
    if (host === undefined || FOR_ANY_HOST.includes(request.url)) return;
    quietWarn(
      'host',
      { host },
      'a request for an unknown host name was refused: if it is yours, name it in PUBLIC_URL or ALLOWED_HOSTS',
    );
    throw new ProblemError('HOST_NOT_ALLOWED');
  };
}

/**
 * A write must come from our own origin: browsers send it, other programs send none. Scheme, host and port must equal
 * those of `PUBLIC_URL`, or those of this request.
 */
export function refuseCrossSite({ publicUrl, quietWarn }: Options) {
  const publicOrigin = publicUrl && new URL(publicUrl).origin;
  return async (request: FastifyRequest) => {
    if (READS.includes(request.method)) return;
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin' && site !== 'none')
      throw new ProblemError('CROSS_SITE_REQUEST');
    const { origin } = request.headers;
    const ownOrigin = `${request.protocol}://${request.host.toLowerCase()}`;
    if (origin === undefined || origin === publicOrigin || origin === ownOrigin) return;
    quietWarn(
      'origin',
      { origin, expected: publicOrigin ?? ownOrigin },
      'a write from another origin was refused: if it is yours, set PUBLIC_URL to it',
    );
    throw new ProblemError('CROSS_SITE_REQUEST');
  };
}
