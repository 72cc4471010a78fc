import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { Ownership } from './ownership.service.ts';

export function ownershipRoutes(app: FastifyInstance, ownership: Ownership) {
  route(app, api.addDevice, ({ user, body }) => ownership.add(user, body));
  route(app, api.renameDevice, ({ user, device, body }) => ownership.rename(user, device, body));
  route(app, api.removeDevice, ({ user, device }) => ownership.remove(user, device));
  route(app, api.transferDevice, ({ user, device, body }) => ownership.transfer(user, device, body));
}
