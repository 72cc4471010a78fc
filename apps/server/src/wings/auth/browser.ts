import type { FastifyInstance, FastifyRequest } from 'fastify';
import { agentOf, clientKey } from '../../http/session.ts';
import type { Browser } from './login.service.ts';

/** The address of the console in the browser; a foreign one was refused before (`cross-site.ts`). */
export const originOf = (request: FastifyRequest): string =>
  request.headers.origin ?? `${request.protocol}://${request.host.toLowerCase()}`;

export function browserOf({ browserCookies }: FastifyInstance, request: FastifyRequest): Browser {
  return {
    userAgent: agentOf(request),
    network: clientKey(request),
    origin: originOf(request),
    deviceToken: browserCookies.device.read(request),
    sessionToken: browserCookies.session.read(request),
  };
}
