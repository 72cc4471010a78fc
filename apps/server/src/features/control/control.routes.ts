import { api } from '@manoboard/contract/api';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { Control } from './control.service.ts';

export function controlRoutes(app: FastifyInstance, control: Control) {
  route(app, api.startStop, ({ user, device, body }) => control.startStop(user, device, body));
}
