import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import type { StartExport } from '../../../http/limits/exports.ts';
import { route } from '../../../http/route.ts';
import type { Security } from './security.service.ts';

export function securityRoutes(app: FastifyInstance, security: Security, startExport: StartExport) {
  route(app, api.securityEvents, ({ query }) => security.list(query));
  route(app, api.ownLogins, ({ user }) => security.ownLogins(user));
  route(app, api.securityEventsCsv, async ({ user, query, request, reply }) => {
    const file = await startExport(user.id, request, () => security.csv(user, query));
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="security-log.csv"')
      .send(file);
  });
}
