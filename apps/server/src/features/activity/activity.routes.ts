import { Readable } from 'node:stream';
import { api } from '@manoboard/contract/api';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { ActivityList } from './activity.service.ts';

export function activityRoutes(app: FastifyInstance, activity: ActivityList) {
  route(app, api.activity, ({ device, query }) => activity.list(device, query));
  route(app, api.activityCsv, ({ device, query, reply }) =>
    reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${device.idDev}-activity.csv"`)
      .send(Readable.from(activity.csv(device, query.kind))),
  );
}
