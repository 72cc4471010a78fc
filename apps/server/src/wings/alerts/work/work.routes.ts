import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../http/route.ts';
import type { Work } from './work.service.ts';

export function workRoutes(app: FastifyInstance, work: Work) {
  route(app, api.workDevices, () => work.list());
  route(app, api.takeWork, ({ user, device, params }) => work.take(user, device, params.kind));
  route(app, api.releaseWork, ({ user, device, params }) => work.release(user, device, params.kind));
}
