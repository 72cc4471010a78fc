import type { Server } from '../../server.ts';
import type { Wing } from '../../wing.ts';
import { createDeviceMetrics, watchBoards } from './device-metrics.ts';
import { fleetRoutes } from './fleet.routes.ts';
import { createFleet, type FleetNeeds } from './fleet.service.ts';

/** All devices of staff, as a list and as metrics. */
export function createFleetWing(server: Server, needs: FleetNeeds) {
  const fleet = createFleet(server, needs);
  const wing: Wing = { routes: (api, { startExport }) => fleetRoutes(api, fleet, startExport) };
  const { lastData, presence } = needs.telemetry;
  watchBoards(server);
  const facts = { db: server.databases.reports, now: server.now, lastData, presence };
  return { wing, writeDeviceMetrics: createDeviceMetrics({ ...facts, owns: server.presence.owns }) };
}
