import { api } from '@manoboard/contract/http/api';
import type { FrameInterval } from '@manoboard/domain/telemetry/frame-interval';
import type { FastifyInstance } from 'fastify';
import { sendJson } from '../../http/json-answer.ts';
import type { StartExport } from '../../http/limits/exports.ts';
import type { ReadBudget } from '../../http/limits/read-budget.ts';
import { route } from '../../http/route.ts';
import type { FleetPressureReader } from './fleet-pressures.ts';
import { pointsOf } from './history.service.ts';
import type { HistoryExport } from './history-export.ts';
import type { Readers } from './reader-pool.ts';
import { type ReadWallLitres, WALL_POINTS } from './wall-litres.ts';

interface Needs {
  readers: Readers;
  /** R4.4: how often the board sends, by the configuration in force. */
  intervalOf: (deviceId: string) => FrameInterval;
}

export function historyRoutes(
  app: FastifyInstance,
  { readers, intervalOf }: Needs,
  files: HistoryExport,
  startExport: StartExport,
  fleetPressures: FleetPressureReader,
  reads: ReadBudget,
  readWallLitres: ReadWallLitres,
) {
  route(app, api.history, async ({ user, device, query, request, reply }) => {
    const answer = await reads.read(user.id, request, pointsOf(query), (_, signal) =>
      readers.read(
        user.id,
        { name: 'history', device, query, interval: intervalOf(device.deviceId) },
        signal,
      ),
    );
    // Nothing stays on the disk after the logout; the console keeps closed ranges in memory.
    return sendJson(reply.headers({ etag: answer.etag, 'cache-control': 'no-store' }), answer);
  });
  route(app, api.wallLitres, ({ user, query, request }) =>
    reads.read(user.id, request, WALL_POINTS, (_, signal) => readWallLitres(user, query.zone, signal)),
  );
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
