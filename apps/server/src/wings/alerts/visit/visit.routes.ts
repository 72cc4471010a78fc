import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../http/route.ts';
import type { VisitService } from './visit.service.ts';

export function visitRoutes(app: FastifyInstance, visits: VisitService) {
  route(app, api.visits, ({ user, device }) => visits.list(user, device));
  route(app, api.planVisit, ({ user, device, body }) => visits.plan(user, device, body));
  route(app, api.askVisit, ({ user, device, body }) => visits.ask(user, device, body));
  route(app, api.cancelVisit, ({ user, device, body }) => visits.cancel(user, device, body));
  route(app, api.finishVisit, ({ user, device, body }) => visits.finish(user, device, body));
  route(app, api.workVisits, ({ user }) => visits.listWork(user));
}
