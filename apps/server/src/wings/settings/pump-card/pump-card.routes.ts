import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import type { RefusedWrites } from '../../../http/refused-writes.ts';
import { route } from '../../../http/route.ts';
import type { PumpCards } from './pump-card.service.ts';

export function pumpCardRoutes(app: FastifyInstance, cards: PumpCards, refusedWrites: RefusedWrites) {
  const { logged, onRefused } = refusedWrites('config');
  route(app, api.pumpCard, ({ device }) => cards.read(device));
  route(app, api.pumpCardVersions, ({ device }) => cards.listVersions(device));
  route(
    app,
    api.setPumpCard,
    ({ user, device, body }) => logged(user, device.deviceId, body, () => cards.change(user, device, body)),
    {},
    onRefused,
  );
}
