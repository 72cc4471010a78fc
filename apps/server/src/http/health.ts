import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { type IsOperator, requireOperator, requireToken } from './operator.ts';

/** Parts that must answer before the server is ready, by name. A degraded part works, but needs the operator. */
export type ReadyParts = Record<string, () => Promise<boolean | 'degraded'>>;

/** Liveness and readiness for anyone; details and metrics for the operator. */
export function serveHealth(
  app: FastifyInstance,
  registry: Registry,
  parts: ReadyParts,
  isOperator: IsOperator,
) {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    const down: string[] = [];
    const degraded: string[] = [];
    for (const [name, answers] of Object.entries(parts)) {
      const answer = await answers().catch(() => false);
      if (answer === 'degraded') degraded.push(name);
      else if (!answer) down.push(name);
    }
    if (down.length > 0)
      return reply.code(503).send({ status: 'not ready', ...(isOperator(request) && { down }) });
    if (degraded.length === 0) return { status: 'ready' };
    return { status: 'degraded', ...(isOperator(request) && { degraded }) };
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
