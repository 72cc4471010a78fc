import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { UserManagement } from './user-management.service.ts';

export function userManagementRoutes(app: FastifyInstance, users: UserManagement) {
  route(app, api.users, ({ query }) => users.list(query));
  route(app, api.annotateUser, ({ params, body }) => users.annotate(Number(params.id), body.notes));
  route(app, api.addPermission, ({ user, params, body }) =>
    users.addPermission(user, Number(params.id), body.role),
  );
  route(app, api.removePermission, ({ user, params }) =>
    users.removePermission(user, Number(params.id), params.role),
  );
  route(app, api.giveDevice, ({ user, params, body }) => users.giveDevice(user, Number(params.id), body));
  route(app, api.takeDevice, ({ user, params }) => users.takeDevice(user, Number(params.id), params.id_dev));
}
