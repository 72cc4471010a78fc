import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { InboxService } from './inbox.service.ts';

export function inboxRoutes(app: FastifyInstance, inbox: InboxService) {
  route(app, api.inbox, ({ user }) => inbox.list(user));
  route(app, api.messageOwner, ({ user, device, body }) => inbox.message(user, device, body));
}
