import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../http/route.ts';
import type { Commissionings } from './commissioning.service.ts';

export function commissioningRoutes(app: FastifyInstance, commissionings: Commissionings) {
  route(app, api.commissionings, ({ device }) => commissionings.list(device));
  route(app, api.startCommissioning, ({ user, device, body }) =>
    commissionings.start(user, device, body.corrects),
  );
  route(app, api.commissioning, ({ device, params }) => commissionings.get(device, params.number));
  route(app, api.recordStep, ({ user, device, params }) =>
    commissionings.record(user, device, params.number, params.step),
  );
  route(app, api.saveStep, ({ device, params, body }) =>
    commissionings.save(device, params.number, params.step, body),
  );
  route(app, api.skipStep, ({ device, params, body }) =>
    commissionings.skip(device, params.number, params.step, body.reason),
  );
  route(app, api.finishCommissioning, ({ user, device, params, body }) =>
    commissionings.finish(user, device, params.number, body.taken_by),
  );
  route(app, api.cancelCommissioning, ({ user, device, params }) =>
    commissionings.cancel(user, device, params.number),
  );
  route(app, api.commissioningCsv, async ({ user, device, params, query, reply }) =>
    reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${device.deviceId}-${params.number}.csv"`)
      .send(await commissionings.csv(user, device, params.number, query)),
  );
}
