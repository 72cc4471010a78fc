import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { type IsOperator, requireOperator } from './operator.ts';

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
