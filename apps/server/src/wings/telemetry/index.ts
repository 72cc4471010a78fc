import type { Core } from '../../core.ts';
import type { Wing } from '../../wing.ts';
import { telemetryRoutes } from './telemetry.routes.ts';
import { createTelemetry } from './telemetry.service.ts';

/** Frames of boards: stored, and the last values. */
export function createTelemetryWing({ databases, ...core }: Core) {
  const telemetry = createTelemetry({ ...core, db: databases.frames });
  const wing: Wing = {
    routes: (api, { visibleIds }) => telemetryRoutes(api, telemetry, visibleIds),
    messages: { status: telemetry.receiveStatus },
    frame: telemetry.receiveTele,
    on: { configInForce: ({ deviceId, config }) => telemetry.noteConfig(deviceId, config) },
    takeBoards: telemetry.takeBoards,
    start: telemetry.start,
    stop: telemetry.stop,
  };
  const { lastData, presence: presenceOf, listKnown } = telemetry;
  return { wing, lastData, presence: presenceOf, listKnown };
}
export type TelemetryWing = ReturnType<typeof createTelemetryWing>;
