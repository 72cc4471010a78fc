import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { type IsOperator, requireOperator, requireToken } from './operator.ts';

/** Parts that must answer before the server is ready, by name. A degraded part works, but needs the operator. */
export type ReadyParts = Record<string, () => Promise<boolean | 'degraded'>>;

const [READY, NOT_READY, DEGRADED] = [200, 503, 500];

async function judge(parts: ReadyParts) {
  const down: string[] = [];
  const degraded: string[] = [];
  for (const [name, answers] of Object.entries(parts)) {
    const answer = await answers().catch(() => false);
    if (answer === 'degraded') degraded.push(name);
    else if (!answer) down.push(name);
  }
  return { down, degraded };
}

/** Liveness and readiness for anyone; details and metrics for the operator. */
export function serveHealth(
  app: FastifyInstance,
  registry: Registry,
  { ready: parts, balancer }: { ready: ReadyParts; balancer: ReadyParts },
  isOperator: IsOperator,
) {
  app.get('/healthz', async () => ({ status: 'ok' }));
  /** Load balancers ask `/readyz`: a degraded server goes on. Monitors ask the strict one, whose status code differs. */
  const answer = (degradedStatus: number) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { down, degraded } = await judge(parts);
    if (down.length > 0)
      return reply.code(NOT_READY).send({ status: 'not ready', ...(isOperator(request) && { down }) });
    if (degraded.length === 0) return { status: 'ready' };
    return reply.code(degradedStatus).send({ status: 'degraded', ...(isOperator(request) && { degraded }) });
  };
  app.get('/readyz', answer(READY));
  app.get('/readyz/strict', answer(DEGRADED));
  // For haproxy (`disable-on-404`): a server that drains gets nothing new, and what is connected stays until it lets go.
  app.get('/readyz/balancer', async (_request, reply) => {
    const { down } = await judge(balancer);
    if (down.length === 0) return { status: 'ready' };
    return down.every((name) => name === 'draining')
      ? reply.code(404).send({ status: 'draining' })
      : reply.code(NOT_READY).send({ status: 'not ready' });
  });
  app.get('/metrics', { onRequest: requireOperator(isOperator) }, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}

/** Values of devices for Prometheus, only with their own token: they name what people have at home. */
export interface DeviceMetrics {
  token: string;
  write: () => AsyncIterable<string>;
}

export const serveDeviceMetrics = (app: FastifyInstance, { token, write }: DeviceMetrics) =>
  app.get('/metrics/devices', { onRequest: requireToken(token) }, async (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(Readable.from(write())),
  );
