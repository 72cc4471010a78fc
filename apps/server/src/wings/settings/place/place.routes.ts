import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import type { RefusedWrites } from '../../../http/refused-writes.ts';
import { route } from '../../../http/route.ts';
import type { Places } from './place.service.ts';

export function placeRoutes(app: FastifyInstance, places: Places, refusedWrites: RefusedWrites) {
  const { onRefused } = refusedWrites('config');
  route(app, api.place, ({ user, device }) => places.read(user, device));
  route(app, api.setPlace, ({ user, device, body }) => places.change(user, device, body), {}, onRefused);
}
