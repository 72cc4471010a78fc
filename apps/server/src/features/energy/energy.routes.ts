import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { EnergyReader } from './energy.service.ts';

export function energyRoutes(app: FastifyInstance, energy: EnergyReader) {
  route(app, api.energy, ({ user, device, query }) => energy.read(user, device, query));
  route(app, api.energyCsv, async ({ user, device, query, reply }) =>
    reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${device.deviceId}-energy.csv"`)
      .send(await energy.csv(user, device, query)),
  );
  route(app, api.setEnergySettings, ({ user, device, body }) => energy.set(user, device, body));
}
