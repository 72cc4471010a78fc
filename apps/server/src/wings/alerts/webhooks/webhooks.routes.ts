import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../http/route.ts';
import type { Webhooks } from './webhooks.service.ts';

export function webhooksRoutes(app: FastifyInstance, webhooks: Webhooks) {
  route(app, api.webhooks, ({ user }) => webhooks.list(user));
  route(app, api.addWebhook, ({ user, body }) => webhooks.add(user, body));
  route(app, api.changeWebhook, ({ user, params, body }) => webhooks.change(user, params.id, body));
  route(app, api.removeWebhook, ({ user, params }) => webhooks.remove(user, params.id));
  route(app, api.webhookCalls, ({ user, params }) => webhooks.calls(user, params.id));
}
