import type { Core } from '../../core.ts';
import type { AllowedDevice } from '../../http/rules.ts';
import type { Wing } from '../../wing.ts';
import type { InboxWing } from '../inbox/index.ts';
import type { SettingsWing } from '../settings/index.ts';
import type { TelemetryWing } from '../telemetry/index.ts';
import { firmwareRoutes } from './firmware.routes.ts';
import { createFleetFirmware } from './fleet-firmware.service.ts';
import { readMakerKeys } from './maker-keys.ts';
import { createReleases } from './releases.service.ts';
import { createUpdates } from './updates.service.ts';

interface Needs {
  inbox: InboxWing;
  telemetry: TelemetryWing;
  settings: SettingsWing;
  /** Public keys of the demo, which signs its own releases. */
  demoKeys: ReturnType<typeof readMakerKeys>;
}

/** Releases of firmware, and updates of boards. */
export function createFirmwareWing(core: Core, { inbox, telemetry, settings, demoKeys }: Needs) {
  const { config, db } = core;
  const keys = [...readMakerKeys(config.FIRMWARE_KEYS), ...demoKeys];
  const releases = createReleases({ ...core, notifyFirmware: inbox.notifyFirmware, keys });
  const updates = createUpdates(core, { inbox, telemetry, settings, releases });
  const fleetFirmware = createFleetFirmware(db);
  const wing: Wing = {
    routes: (api, { refusedWrites }) =>
      firmwareRoutes(api, { releases, updates, fleetFirmware, refusedWrites }),
    // `info` and `tele` prove that the new firmware runs (R4.2).
    messages: {
      info: updates.receiveInfo,
      'ota/state': updates.receiveState,
      'ota/req': updates.receiveRequest,
    },
    frame: updates.receiveFrame,
    takeBoards: updates.takeBoards,
    leaveBoard: updates.leaveBoard,
    start: updates.start,
    stop: updates.stop,
  };
  return {
    wing,
    listNewest: releases.listNewest,
    begin: updates.begin,
    /** The newest version that this board can take now. */
    newerVersion: async (device: AllowedDevice) => (await releases.ofDevice(device)).available?.version,
    storeDemoRelease: releases.storeDemoRelease,
  };
}
export type FirmwareWing = ReturnType<typeof createFirmwareWing>;
