import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import type { StartExport } from '../../http/limits/exports.ts';
import { route } from '../../http/route.ts';
import type { Fleet } from './fleet.service.ts';

export function fleetRoutes(app: FastifyInstance, fleet: Fleet, startExport: StartExport) {
  route(app, api.fleet, ({ query }) => fleet.list(query));
  route(app, api.fleetRows, ({ query }) => fleet.rows(query.device_id));
  route(app, api.fleetCsv, async ({ user, query, request, reply }) => {
    const file = await startExport(user.id, request, () => fleet.csv(user, query));
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="fleet.csv"')
      .send(file);
  });
}
