import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { type IsOperator, requireOperator } from './operator.ts';

/** What has to answer before the server is of use, by name. */
export type ReadyParts = Record<string, () => Promise<boolean>>;

/** Alive and ready for anyone; what is down, and the figures, for the operator. */
export function serveHealth(
  app: FastifyInstance,
  registry: Registry,
  parts: ReadyParts,
  isOperator: IsOperator,
) {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    const down: string[] = [];
    for (const [name, answers] of Object.entries(parts))
      if (!(await answers().catch(() => false))) down.push(name);
    if (down.length === 0) return { status: 'ready' };
    return reply.code(503).send({ status: 'not ready', ...(isOperator(request) && { down }) });
  });
  app.get('/metrics', { onRequest: requireOperator(isOperator) }, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}
