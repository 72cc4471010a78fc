import type { Server } from '../../server.ts';
import type { Wing } from '../../wing.ts';
import type { CommandsWing } from '../commands/index.ts';
import type { DevicesWing } from '../devices/index.ts';
import type { InboxWing } from '../inbox/index.ts';
import type { TelemetryWing } from '../telemetry/index.ts';
import { createIntegrationSessions } from './integration-sessions.ts';
import { integrationsRoutes } from './integrations.routes.ts';
import { createIntegrations } from './integrations.service.ts';

interface Needs {
  inbox: InboxWing;
  telemetry: TelemetryWing;
  devices: DevicesWing;
  commands: CommandsWing;
}

/** Logins on the broker for other programs of users. Their commands pass the same gate as those of the console. */
export function createIntegrationsWing(server: Server, needs: Needs) {
  const { config, db, outbox, quietWarn, now, pageUrl } = server;
  const {
    inbox,
    telemetry,
    devices,
    commands: { commands },
  } = needs;
  const sessions = createIntegrationSessions({
    db,
    now,
    quietWarn,
    lastData: telemetry.lastData,
    presence: telemetry.presence,
    pageUrl,
    findDevice: devices.devices.find,
    startStop: ({ value, ...command }) => {
      if (command.denied) commands.limitDenied(command.user);
      const payload = { op: 'start_stop', val: value } as const;
      return commands.request({ ...command, payload, value, what: value ? 'start' : 'stop' });
    },
  });
  const integrations = createIntegrations({
    db,
    outbox,
    now,
    notifyAccess: inbox.notifyAccess,
    brokerUrl: config.MQTT_PUBLIC_URL,
  });
  const wing: Wing = {
    routes: (api) => integrationsRoutes(api, integrations),
    on: { integrationChanged: sessions.wake, devicesChanged: sessions.wake },
    start: sessions.start,
    stop: sessions.stop,
  };
  return { wing, sessions, authenticate: integrations.authenticate };
}
