import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import type { RefusedWrites } from '../../http/refused-writes.ts';
import { route } from '../../http/route.ts';
import type { Config } from './device-config.service.ts';

export function configRoutes(app: FastifyInstance, config: Config, refusedWrites: RefusedWrites) {
  const { logged, onRefused } = refusedWrites('config');
  route(app, api.config, ({ device }) => config.stateOf(device));
  route(
    app,
    api.setConfig,
    ({ user, device, body }) => logged(user, device.idDev, body, () => config.wish(user, device, body)),
    {},
    onRefused,
  );
}
