import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../http/route.ts';
import { agentOf } from '../../../http/session.ts';
import type { Push } from './push.service.ts';

export function pushRoutes(app: FastifyInstance, push: Push) {
  route(app, api.pushKey, () => push.publicKey());
  route(app, api.pushBrowsers, ({ user }) => push.list(user));
  route(app, api.addPushBrowser, ({ user, body, request }) => push.add(user, body, agentOf(request)));
  route(app, api.removePushBrowser, ({ user, params }) => push.remove(user, params.id));
}
