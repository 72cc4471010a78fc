import type { Server } from '../../server.ts';
import type { Wing } from '../../wing.ts';
import { telemetryRoutes } from './telemetry.routes.ts';
import { createTelemetry } from './telemetry.service.ts';

/** Frames of boards: stored, and the last values. */
export function createTelemetryWing({ databases, bus, metrics, presence, log, now, mayStore }: Server) {
  const telemetry = createTelemetry({ db: databases.frames, bus, metrics, presence, log, now, mayStore });
  const wing: Wing = {
    routes: (api, { visibleIds }) => telemetryRoutes(api, telemetry, visibleIds),
    messages: { status: telemetry.receiveStatus },
    frame: telemetry.receiveTele,
    on: { configInForce: ({ deviceId, config }) => telemetry.noteConfig(deviceId, config) },
    start: telemetry.start,
    stop: telemetry.stop,
  };
  const { lastData, presence: presenceOf, listKnown } = telemetry;
  return { wing, lastData, presence: presenceOf, listKnown };
}
export type TelemetryWing = ReturnType<typeof createTelemetryWing>;
