import { securityEventOf } from '@manoboard/domain/access/security-events';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SecurityLog } from '../audit-log/security-log.ts';
import { ProblemError } from './problem-error.ts';
import { agentOf } from './session.ts';

const deviceIn = (body: unknown) => {
  const { id_dev } = Object(body);
  return typeof id_dev === 'string' ? { id_dev } : {};
};

/** Names in a path, and the device of a body: IDs and roles, and no secret. */
const detailOf = ({ params, body }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...Object(params), ...deviceIn(body) }).map(([name, value]) => [
      name,
      String(value).slice(0, 64),
    ]),
  );

/** The account that a login names. */
function emailOf({ body }: FastifyRequest): string | undefined {
  const { username, email } = Object(body);
  const named = username ?? email;
  return typeof named === 'string' ? named.slice(0, 320) : undefined;
}

/** Notes answered calls in the security log, by the table of `packages/domain/src/access/security-events.ts`. */
export function recordSecurity(app: FastifyInstance, { note }: Pick<SecurityLog, 'note'>) {
  const codes = new WeakMap<FastifyRequest, string>();
  /** A client that has disconnected has no address any more. */
  const addresses = new WeakMap<FastifyRequest, string>();
  const addressOf = (request: FastifyRequest) =>
    request.socket.remoteAddress === undefined ? addresses.get(request) : request.ip;
  app.addHook('onRequest', async (request) => {
    const address = addressOf(request);
    if (address !== undefined) addresses.set(request, address);
  });
  app.addHook('onError', async (request, _reply, error) => {
    if (error instanceof ProblemError) codes.set(request, error.code);
  });
  // Not onResponse, which never runs for a client that disconnects before the end of its answer or download.
  app.addHook('onSend', async (request, reply) => {
    const { call } = request.routeOptions.config;
    const address = addressOf(request);
    if (!call || address === undefined) return;
    const code = codes.get(request);
    const { statusCode: status } = reply;
    const event = securityEventOf(call, { status, code, body: request.body, isUser: request.user !== null });
    if (!event) return;
    note({
      ...event,
      code,
      userId: request.user?.id,
      email: request.user ? undefined : emailOf(request),
      address,
      userAgent: agentOf(request),
      detail:
        event.outcome === 'done' && event.kind !== 'export'
          ? detailOf(request)
          : { ...detailOf(request), call: `${call.method} ${call.path}` },
    });
  });
}
