import { Readable } from 'node:stream';
import { api } from '@manoboard/contract/api';
import { readPage } from '@manoboard/contract/paging';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { ActivityList } from './activity.service.ts';

export function activityRoutes(app: FastifyInstance, activity: ActivityList) {
  route(app, api.activity, ({ device, query }) => activity.list(device.deviceId, readPage(query)));
  route(app, api.activityCsv, ({ device, reply }) =>
    reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${device.idDev}-activity.csv"`)
      .send(Readable.from(activity.csv(device.deviceId))),
  );
}
