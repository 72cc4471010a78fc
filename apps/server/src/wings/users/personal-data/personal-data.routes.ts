import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import type { StartExport } from '../../../http/limits/exports.ts';
import { route } from '../../../http/route.ts';
import type { PersonalData } from './personal-data.service.ts';

export function personalDataRoutes(app: FastifyInstance, data: PersonalData, startExport: StartExport) {
  route(app, api.exportMe, async ({ user, request, reply }) => {
    const file = await startExport(user.id, request, () => data.file(user));
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="manoboard-account.json"')
      .send(file);
  });
}
