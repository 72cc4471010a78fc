import type { Server } from '../../server.ts';
import type { Wing } from '../../wing.ts';
import type { DevicesWing } from '../devices/index.ts';
import { createDeviceMetrics, watchBoards } from './device-metrics.ts';
import { fleetRoutes } from './fleet.routes.ts';
import { createFleet, type FleetNeeds } from './fleet.service.ts';
import { createFleetActions } from './fleet-actions.ts';
import { createLabels } from './labels/labels.service.ts';
import { createWaterSystems } from './water-systems/water-systems.service.ts';

/** All devices of staff, as a list with labels and as metrics; water systems. */
export function createFleetWing(server: Server, needs: FleetNeeds & { devices: DevicesWing }) {
  const fleet = createFleet(server, needs);
  const labels = createLabels(server);
  const systems = createWaterSystems({
    ...server,
    devices: needs.devices.devices,
    watersOf: fleet.watersOf,
  });
  const actions = createFleetActions({ ...needs, labels });
  const wing: Wing = { routes: (api, site) => fleetRoutes(api, { fleet, actions, labels, systems }, site) };
  const { lastData, presence } = needs.telemetry;
  watchBoards(server);
  const facts = { db: server.databases.reports, now: server.now, lastData, presence };
  return { wing, writeDeviceMetrics: createDeviceMetrics({ ...facts, owns: server.presence.owns }) };
}
