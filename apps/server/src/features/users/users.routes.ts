import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { Users } from './users.service.ts';

export function usersRoutes(app: FastifyInstance, users: Users) {
  route(app, api.me, ({ user }) => users.me(user));
  route(app, api.rolesCheck, ({ user }) => users.roles(user));
  route(app, api.personalization, ({ user }) => users.personalization(user));
  route(app, api.setPersonalization, ({ user, body }) => users.personalize(user, body));
}
