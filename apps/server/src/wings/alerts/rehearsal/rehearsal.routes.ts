import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import type { StartExport } from '../../../http/limits/exports.ts';
import { route } from '../../../http/route.ts';
import type { Rehearsals } from './rehearsal.service.ts';

export function rehearsalRoutes(app: FastifyInstance, rehearsals: Rehearsals, start: StartExport) {
  route(app, api.rehearseAlertRule, async ({ user, device, body, request, reply }) => {
    const lines = await start(user.id, request, () => rehearsals.run(device, body));
    return reply.header('content-type', 'application/x-ndjson; charset=utf-8').send(lines);
  });
}
