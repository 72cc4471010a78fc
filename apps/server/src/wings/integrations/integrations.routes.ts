import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { Integrations } from './integrations.service.ts';

export function integrationsRoutes(app: FastifyInstance, integrations: Integrations) {
  route(app, api.integrations, ({ user }) => integrations.list(user));
  route(app, api.addIntegration, ({ user, body }) => integrations.add(user, body));
  route(app, api.changeIntegration, ({ user, params, body }) => integrations.change(user, params.id, body));
  route(app, api.removeIntegration, ({ user, params }) => integrations.remove(user, params.id));
}
