import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import type { StartExport } from '../../../http/limits/exports.ts';
import { route } from '../../../http/route.ts';
import type { Alerts } from './alerts.service.ts';

export function alertsRoutes(app: FastifyInstance, alerts: Alerts, startExport: StartExport) {
  route(app, api.alerts, ({ user, query }) => alerts.list(user, query));
  route(app, api.alertsCsv, async ({ user, query, request, reply }) => {
    const file = await startExport(user.id, request, () => alerts.csv(user, query));
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="alerts.csv"')
      .send(file);
  });
  route(app, api.alert, ({ user, device, params }) => alerts.read(user, device, Number(params.id)));
  route(app, api.shelveAlert, ({ user, device, params, body }) =>
    alerts.shelve(user, device, Number(params.id), body),
  );
  route(app, api.unshelveAlert, ({ user, device, params }) =>
    alerts.unshelve(user, device, Number(params.id)),
  );
  route(app, api.annotateAlert, ({ user, device, params, body }) =>
    alerts.annotate(user, device, Number(params.id), body),
  );
  route(app, api.resolveAlert, ({ user, device, params, body }) =>
    alerts.resolve(user, device, Number(params.id), body),
  );
  route(app, api.reopenAlert, ({ user, device, params, body }) =>
    alerts.reopen(user, device, Number(params.id), body),
  );
  route(app, api.takeAlert, ({ user, device, params }) => alerts.take(user, device, Number(params.id)));
  route(app, api.releaseAlert, ({ user, device, params }) => alerts.release(user, device, Number(params.id)));
}
