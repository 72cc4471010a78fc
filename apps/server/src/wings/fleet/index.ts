import type { Server } from '../../server.ts';
import type { Wing } from '../../wing.ts';
import type { ActivityWing } from '../activity/index.ts';
import type { AlertsWing } from '../alerts/index.ts';
import type { CommandsWing } from '../commands/index.ts';
import { listDeviceFacts } from '../devices/devices.repo.ts';
import type { FirmwareWing } from '../firmware/index.ts';
import type { SettingsWing } from '../settings/index.ts';
import type { TelemetryWing } from '../telemetry/index.ts';
import { createDeviceMetrics } from './device-metrics.ts';
import { fleetRoutes } from './fleet.routes.ts';
import { createFleet } from './fleet.service.ts';

interface Needs {
  telemetry: TelemetryWing;
  settings: SettingsWing;
  commands: CommandsWing;
  alerts: AlertsWing;
  activity: ActivityWing;
  firmware: FirmwareWing;
}

/** All devices of staff, as a list and as metrics. */
export function createFleetWing(server: Server, needs: Needs) {
  const { db, databases, now, presence, preferencesOf: csvReaderOf } = server;
  const { telemetry, settings, commands, alerts, activity, firmware } = needs;
  const fleet = createFleet({
    db,
    now,
    telemetry,
    listOnline: presence.listOnline,
    listStops: activity.listStops,
    listSwitchOffs: commands.listSwitchOffs,
    listAlertTitles: alerts.listTitles,
    listLockOuts: (deviceIds) => settings.lockOuts.list(deviceIds, null),
    listNewestVersions: firmware.listNewest,
    csvReaderOf,
  });
  const wing: Wing = { routes: (api, { startExport }) => fleetRoutes(api, fleet, startExport) };
  const { lastData } = telemetry;
  const facts = { db: databases.reports, now, lastData, presence: telemetry.presence, listDeviceFacts };
  return { wing, writeDeviceMetrics: createDeviceMetrics(facts) };
}
