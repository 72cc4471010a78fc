import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import { sendJson, writeJson } from '../../../http/json-answer.ts';
import type { ReadBudget } from '../../../http/limits/read-budget.ts';
import { route } from '../../../http/route.ts';
import { type EnergyReader, hoursRead } from './energy.service.ts';

export function energyRoutes(app: FastifyInstance, energy: EnergyReader, reads: ReadBudget) {
  route(app, api.energy, async ({ user, device, query, request, reply }) => {
    const answer = await reads.read(user.id, request, hoursRead(query), async (pace) =>
      writeJson(await energy.read(user, device, query, pace), pace),
    );
    return sendJson(reply, answer);
  });
  route(app, api.energyCsv, async ({ user, device, query, request, reply }) => {
    const file = await reads.read(user.id, request, hoursRead(query), (pace) =>
      energy.csv(user, device, query, pace),
    );
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${device.deviceId}-energy.csv"`)
      .send(file);
  });
  route(app, api.setEnergySettings, ({ user, device, body }) => energy.set(user, device, body));
}
