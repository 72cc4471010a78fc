import type { IntegrationRequest } from '@manoboard/contract/mqtt/integration-topics';
import type { PressureMode } from '@manoboard/domain/pump/pressure-bounds';
import { pressureToWire } from '@manoboard/domain/pump/pressure-codec';
import type { Core } from '../../core.ts';
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

/** As the console requests it. Without a known configuration the gate refuses a pressure, whatever its value is. */
function toCommand(request: IntegrationRequest, mode: PressureMode = 1) {
  if ('isOn' in request) {
    const { isOn } = request;
    return {
      payload: { op: 'start_stop', val: isOn },
      value: isOn,
      what: isOn ? 'start' : 'stop',
    } as const;
  }
  if ('isEndOfRetries' in request)
    return { payload: { op: 'end_retries' }, value: true, what: 'end_retries' } as const;
  const val = pressureToWire(request.bar, mode);
  const what = 'Required pressure';
  return { payload: { op: 'write', what, val }, value: val, what } as const;
}

/** Logins on the broker for other programs of users. Their commands pass the same gate as those of the console. */
export function createIntegrationsWing(core: Core, needs: Needs) {
  const { config } = core;
  const {
    inbox,
    telemetry,
    devices,
    commands: { commands },
  } = needs;
  const sessions = createIntegrationSessions({
    ...core,
    lastData: telemetry.lastData,
    presence: telemetry.presence,
    findDevice: devices.devices.find,
    listStops: devices.devices.listStops,
    command: ({ request, mode, ...command }) => {
      if (command.denied) commands.limitDenied(command.user);
      return commands.request({ ...command, ...toCommand(request, mode) });
    },
  });
  const integrations = createIntegrations({
    ...core,
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
