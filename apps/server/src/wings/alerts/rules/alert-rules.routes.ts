import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../http/route.ts';
import type { AlertSettingsService } from './alert-settings.service.ts';

export function alertRulesRoutes(app: FastifyInstance, settings: AlertSettingsService) {
  route(app, api.alertSettings, ({ device }) => settings.read(device));
  route(app, api.alertCounts, ({ device }) => settings.counts(device));
  route(app, api.setAlertSettings, ({ user, device, body }) => settings.change(user, device, body));
}
