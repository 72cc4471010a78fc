import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import type { StartExport } from '../../http/limits/exports.ts';
import { route } from '../../http/route.ts';
import type { ActivityList } from './activity.service.ts';

export function activityRoutes(app: FastifyInstance, activity: ActivityList, startExport: StartExport) {
  route(app, api.activity, ({ device, query }) => activity.list(device, query));
  route(app, api.activityCsv, async ({ user, device, query, request, reply }) => {
    const file = await startExport(user.id, request, () => activity.csv(user, device, query));
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${device.deviceId}-activity.csv"`)
      .send(file);
  });
}
