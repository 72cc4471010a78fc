import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { RouteLimits } from '../../wing.ts';
import type { Fleet } from './fleet.service.ts';
import type { FleetActions } from './fleet-actions.ts';
import type { Labels } from './labels/labels.service.ts';
import type { WaterSystems } from './water-systems/water-systems.service.ts';

interface Services {
  fleet: Fleet;
  actions: FleetActions;
  labels: Labels;
  systems: WaterSystems;
}

export function fleetRoutes(
  app: FastifyInstance,
  { fleet, actions, labels, systems }: Services,
  { startExport, refusedWrites }: Pick<RouteLimits, 'startExport' | 'refusedWrites'>,
) {
  route(app, api.labels, () => labels.list());
  route(app, api.addLabel, ({ user, body }) => labels.add(user, body));
  route(app, api.renameLabel, ({ user, params, body }) => labels.rename(user, Number(params.id), body.name));
  route(app, api.removeLabel, ({ user, params }) => labels.remove(user, Number(params.id)));
  route(app, api.waterSystems, ({ user }) => systems.list(user));
  route(app, api.waterSystemOf, ({ user, device }) => systems.of(user, device));
  route(app, api.waterSystem, ({ user, params }) => systems.read(user, Number(params.id)));
  route(app, api.addWaterSystem, ({ user, body }) => systems.add(user, body));
  route(app, api.changeWaterSystem, ({ user, params, body }) =>
    systems.change(user, Number(params.id), body),
  );
  route(app, api.removeWaterSystem, ({ user, params }) => systems.remove(user, Number(params.id)));
  route(app, api.fleetActions, ({ user, body }) => actions(user, body, refusedWrites('firmware')));
  route(app, api.fleetCounts, ({ query }) => fleet.counts(query.of));
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
