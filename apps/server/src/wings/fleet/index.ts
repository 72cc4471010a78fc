import type { Core } from '../../core.ts';
import type { Wing } from '../../wing.ts';
import type { DevicesWing } from '../devices/index.ts';
import { createDeviceMetrics, watchBoards } from './device-metrics.ts';
import { fleetRoutes } from './fleet.routes.ts';
import { createFleet, type FleetNeeds } from './fleet.service.ts';
import { createFleetActions } from './fleet-actions.ts';
import { createLabels } from './labels/labels.service.ts';
import { createWaterSystems } from './water-systems/water-systems.service.ts';

/** All devices of staff, as a list with labels and as metrics; water systems. */
export function createFleetWing(core: Core, needs: FleetNeeds & { devices: DevicesWing }) {
  const fleet = createFleet(core, needs);
  const labels = createLabels(core);
  const systems = createWaterSystems({
    ...core,
    devices: needs.devices.devices,
    watersOf: fleet.watersOf,
  });
  const actions = createFleetActions({ ...needs, labels });
  const wing: Wing = {
    routes: (api, limits) => fleetRoutes(api, { fleet, actions, labels, systems }, limits),
  };
  const { lastData, presence } = needs.telemetry;
  watchBoards(core);
  const facts = { db: core.databases.reports, now: core.now, lastData, presence };
  return { wing, writeDeviceMetrics: createDeviceMetrics({ ...facts, owns: core.presence.owns }) };
}
