import { pressureMode } from '@manoboard/domain/commands/write-value';
import { openStateDir } from '../../base/data-dir.ts';
import type { Core } from '../../core.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { EVERY_MINUTE } from '../../jobs/jobs.ts';
import type { Wing } from '../../wing.ts';
import type { ConvertersWing } from '../converters/index.ts';
import type { SettingsWing } from '../settings/index.ts';
import { lockOutRoutes } from '../settings/lock-out/lock-out.routes.ts';
import type { TelemetryWing } from '../telemetry/index.ts';
import { listSwitchOffs } from './commands.repo.ts';
import { commandsRoutes } from './commands.routes.ts';
import { createCommands } from './commands.service.ts';
import { commissioningRoutes } from './commissioning/commissioning.routes.ts';
import { createCommissionings } from './commissioning/commissioning.service.ts';
import { createFastFrames } from './commissioning/fast-frames.ts';
import { getCapabilities } from './fault-reset.repo.ts';
import { createFaultResetPreview } from './fault-reset.ts';
import { readSelfStarts } from './self-start.ts';
import { createTagStops } from './tag-stops.ts';

interface Needs {
  telemetry: TelemetryWing;
  settings: SettingsWing;
  converters: ConvertersWing;
  /** False when a user has had too many refused writes logged. */
  takeRefusedTry: (key: string) => boolean;
}

/** Commands to boards: admitted, logged, sent, and ended by the board's answer or the time. */
export function createCommandsWing(core: Core, needs: Needs) {
  const { telemetry, settings, converters, takeRefusedTry } = needs;
  const { config, databases, db, log, now, link, presence, runningUpdates } = core;
  const commands = createCommands({
    ...core,
    db: databases.commands,
    send: link.send,
    serverId: core.serverId,
    cluster: core.cluster,
    isElsewhere: core.cluster?.isElsewhere,
    serverOf: presence.serverOf,
    isOnline: presence.isOnline,
    lastData: telemetry.lastData,
    isUpdating: runningUpdates.isUpdating,
    startLimits: { gapS: config.START_GAP_S, perHour: config.STARTS_PER_HOUR },
    faultResetsPerHour: config.FAULT_RESETS_PER_HOUR,
    journalFolder: openStateDir(config),
    isDatabaseUp: databases.isUp,
    isPressureInForce: settings.config.isPressureInForce,
    findLockOut: settings.lockOuts.find,
    profileOf: converters.profileOf,
    appliedConfig: (deviceKey) => settings.config.applied(deviceKey, databases.commands),
    canEndRetries: async (deviceKey) =>
      (await getCapabilities(databases.commands, deviceKey))?.includes('retry') ?? false,
    takeDeniedTry: takeRefusedTry,
  });
  const faultResetOutlook = createFaultResetPreview({ ...core, perHour: config.FAULT_RESETS_PER_HOUR });
  const fastFrames = createFastFrames({ ...core, config: settings.config, lockOuts: settings.lockOuts });
  const tagStops = createTagStops({
    commands,
    lockOuts: settings.lockOuts,
    log,
    owns: presence.owns,
    isOnline: presence.isOnline,
  });
  const commissionings = createCommissionings({
    ...core,
    isOnline: presence.isOnline,
    pressureModeOf: async (deviceKey) => {
      const applied = await settings.config.applied(deviceKey);
      return applied && pressureMode(applied.pressure ?? {});
    },
    cards: settings.pumpCards,
    refuseLockedOut: settings.lockOuts.refuse,
    publishConfig: settings.config.publishDesired,
    fastFrames,
    selfStartsOf: (deviceKey) =>
      readSelfStarts(db, deviceKey, Math.floor(now() / 1000), converters.profileOf),
    csvReaderOf: core.preferencesOf,
  });
  const wing: Wing = {
    routes: (api, { findDevice }) => {
      const needsRegisterProof = config.REGISTER_PROOF;
      commandsRoutes(api, { commands, faultResetOutlook, findDevice, needsRegisterProof });
      commissioningRoutes(api, commissionings);
      lockOutRoutes(api, settings.lockOuts, tagStops.stop);
    },
    jobs: {
      /** Restores the frame intervals of boards whose commissioning was left open. */
      'commissioning-frames': { cron: EVERY_MINUTE, run: fastFrames.endIdle },
    },
    messages: { ack: commands.receiveAck },
    on: {
      birth: tagStops.receiveBirth,
      command: tagStops.receiveCommand,
      database: ({ isUp }) => {
        if (isUp) void commands.replayJournal();
      },
    },
    start: commands.start,
    close: commands.stop,
  };
  return {
    wing,
    commands,
    listSwitchOffs: (deviceKeys: readonly DeviceKey[], tenure?: { isOfTenure: boolean }) =>
      listSwitchOffs(db, deviceKeys, tenure),
  };
}
export type CommandsWing = ReturnType<typeof createCommandsWing>;
