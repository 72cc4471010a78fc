import type { Alert } from '@manoboard/contract/alert/alert';
import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../http/route.ts';
import type { AllowedDevice } from '../../../http/rules.ts';
import type { SessionUser } from '../../../http/session.ts';
import type { Normal } from './normal.service.ts';

export function normalRoutes(
  app: FastifyInstance,
  normal: Pick<Normal, 'accept'>,
  alerts: { resolve: (user: SessionUser, device: AllowedDevice, id: number, notes: null) => Promise<Alert> },
) {
  route(app, api.acceptAlert, async ({ user, device, params }) => {
    const id = Number(params.id);
    await normal.accept(user, device, id);
    return alerts.resolve(user, device, id, null);
  });
}
