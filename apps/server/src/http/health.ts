import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';

/** For the operator: alive, ready, figures. */
export function serveHealth(app: FastifyInstance, registry: Registry, isReady: () => Promise<boolean>) {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const ready = await isReady().catch(() => false);
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}
