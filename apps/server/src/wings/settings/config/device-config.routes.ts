import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import type { RefusedWrites } from '../../../http/refused-writes.ts';
import { route } from '../../../http/route.ts';
import type { DeviceConfigs } from './device-config.service.ts';
import type { DeviceZones } from './device-zone.service.ts';

export function deviceConfigRoutes(
  app: FastifyInstance,
  config: DeviceConfigs,
  zones: DeviceZones,
  refusedWrites: RefusedWrites,
) {
  const { logged, onRefused } = refusedWrites('config');
  route(app, api.zone, ({ device }) => zones.read(device));
  route(app, api.setZone, ({ user, device, body }) => zones.change(user, device, body));
  route(app, api.config, ({ device }) => config.stateOf(device));
  route(
    app,
    api.setConfig,
    ({ user, device, body }) => logged(user, device.deviceId, body, () => config.request(user, device, body)),
    {},
    onRefused,
  );
}
