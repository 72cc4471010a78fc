import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';

/** What has to answer before the server is of use, by name. */
export type ReadyParts = Record<string, () => Promise<boolean>>;

/** For the operator: alive, ready, figures. */
export function serveHealth(app: FastifyInstance, registry: Registry, parts: ReadyParts) {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const down: string[] = [];
    for (const [name, answers] of Object.entries(parts))
      if (!(await answers().catch(() => false))) down.push(name);
    if (down.length === 0) return { status: 'ready' };
    return reply.code(503).send({ status: 'not ready', down });
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}
