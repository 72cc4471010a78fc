import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import { sendJson } from '../../../http/json-answer.ts';
import type { ReadBudget } from '../../../http/limits/read-budget.ts';
import { route } from '../../../http/route.ts';
import type { Readers } from '../reader-pool.ts';
import { type EnergyService, hoursRead } from './energy.service.ts';

export function energyRoutes(
  app: FastifyInstance,
  readers: Readers,
  energy: EnergyService,
  reads: ReadBudget,
) {
  route(app, api.energy, async ({ user, device, query, request, reply }) => {
    const answer = await reads.read(user.id, request, hoursRead(query), (_, signal) =>
      readers.read(user.id, { name: 'energy', user, device, query }, signal),
    );
    return sendJson(reply, answer);
  });
  route(app, api.energyCsv, async ({ user, device, query, request, reply }) => {
    const file = await reads.read(user.id, request, hoursRead(query), (_, signal) =>
      energy.csv(user, device, query, signal),
    );
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${device.deviceId}-energy.csv"`)
      .send(file);
  });
  route(app, api.setEnergySettings, ({ user, device, body }) => energy.set(user, device, body));
}
