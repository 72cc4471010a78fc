import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import { sendJson, writeJson } from '../../http/json-answer.ts';
import type { StartExport } from '../../http/limits/exports.ts';
import type { ReadBudget } from '../../http/limits/read-budget.ts';
import { route } from '../../http/route.ts';
import type { FleetPressureReader } from './fleet-pressures.ts';
import type { HistoryReader } from './history.service.ts';
import type { HistoryExport } from './history-export.ts';

/** Short, since a user who has lost the device can read the copy of the browser. Another session cannot: `vary`. */
const FINAL_HEADERS = { 'cache-control': 'private, max-age=3600', vary: 'cookie' };

export function historyRoutes(
  app: FastifyInstance,
  history: HistoryReader,
  files: HistoryExport,
  startExport: StartExport,
  fleetPressures: FleetPressureReader,
  reads: ReadBudget,
) {
  route(app, api.history, async ({ user, device, query, request, reply }) => {
    const answer = await reads.read(user.id, request, history.pointsOf(query), async (pace) =>
      writeJson(await history.read(device, query, pace), pace),
    );
    if (history.isFinal(query)) reply.headers(FINAL_HEADERS);
    return sendJson(reply.header('etag', answer.etag), answer);
  });
  route(app, api.fleetPressures, ({ query }) => fleetPressures.read(query.device_id));
  route(app, api.historyStored, ({ device }) => files.stored(device));
  route(app, api.historyCsv, async ({ user, device, query, request, reply }) => {
    const file = await startExport(user.id, request, () => files.csv(user, device, query));
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${device.deviceId}-history.csv"`)
      .send(file);
  });
  route(app, api.historyNdjson, async ({ user, device, query, request, reply }) => {
    const file = await startExport(user.id, request, () => files.ndjson(device, query));
    return reply
      .header('content-type', 'application/x-ndjson; charset=utf-8')
      .header('content-disposition', `attachment; filename="${device.deviceId}-history.ndjson"`)
      .send(file);
  });
}
