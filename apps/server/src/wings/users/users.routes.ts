import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { UserManagement } from './user-management.service.ts';
import type { Users } from './users.service.ts';

export function usersRoutes(app: FastifyInstance, users: Users, management: UserManagement) {
  route(app, api.me, ({ user }) => users.me(user));
  route(app, api.rolesCheck, ({ user }) => users.roles(user));
  route(app, api.personalization, ({ user }) => users.personalization(user));
  route(app, api.setPersonalization, ({ user, body }) => users.personalize(user, body));

  route(app, api.lastVisits, ({ device }) => users.lastVisits(device));

  route(app, api.users, ({ query }) => management.list(query));
  route(app, api.annotateUser, ({ params, body }) => management.annotate(Number(params.id), body));
  route(app, api.setDisabled, ({ user, params, body }) =>
    management.setDisabled(user, Number(params.id), body.disabled),
  );
  route(app, api.endUserSessions, ({ user, params }) => management.endSessions(user, Number(params.id)));
  route(app, api.addPermission, ({ user, params, body }) =>
    management.addPermission(user, Number(params.id), body.role),
  );
  route(app, api.removePermission, ({ user, params }) =>
    management.removePermission(user, Number(params.id), params.role),
  );
  route(app, api.giveDevice, ({ user, params, body }) =>
    management.giveDevice(user, Number(params.id), body),
  );
  route(app, api.takeDevice, ({ user, params }) =>
    management.takeDevice(user, Number(params.id), params.id_dev),
  );
}
