import { api } from '@manoboard/contract/api';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { Config } from './config.service.ts';

export function configRoutes(app: FastifyInstance, config: Config) {
  route(app, api.config, ({ device }) => config.stateOf(device));
  route(app, api.setConfig, ({ user, device, body }) => config.wish(user, device, body));
}
