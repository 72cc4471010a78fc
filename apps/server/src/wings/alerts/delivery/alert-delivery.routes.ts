import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../http/route.ts';
import type { DeliveryLedger } from './ledger.service.ts';
import type { AlertReachService } from './reach.service.ts';

export function alertDeliveryRoutes(app: FastifyInstance, ledger: DeliveryLedger, reach: AlertReachService) {
  route(app, api.alertDeliveries, ({ user, device, params }) =>
    ledger.deliveries(user, device, Number(params.id)),
  );
  route(app, api.notifications, ({ user }) => ledger.notifications(user));
  route(app, api.setNotifications, ({ user, body }) => ledger.setNotifications(user, body));
  route(app, api.ownDeliveries, ({ user }) => ledger.ownDeliveries(user));
  route(app, api.testNotification, ({ user, body }) => ledger.test(user, body));
  route(app, api.alertReach, ({ user }) => reach.read(user));
  route(app, api.alertReceivers, ({ user, device }) => reach.receivers(user, device));
  route(app, api.escalation, ({ device }) => ledger.escalation(device));
  route(app, api.setEscalation, ({ user, device, body }) => ledger.setEscalation(user, device, body));
}
