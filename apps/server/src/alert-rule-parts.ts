import type { FrameInterval } from '@manoboard/domain/telemetry/frame-interval';
import type { Context } from './base/context.ts';
import { serverIdOf } from './base/data-dir.ts';
import type { QuietWarn } from './base/log.ts';
import type { Databases } from './db/db.ts';
import type { Link } from './link/link.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { PresenceStore } from './state/presence.ts';
import type { RunningUpdates } from './state/running-updates.ts';
import type { AlertLife } from './wings/alerts/life/alert-life.service.ts';
import { createNormal } from './wings/alerts/normal/normal.service.ts';
import { createOutages } from './wings/alerts/outage/outage.service.ts';
import { createRehearsals } from './wings/alerts/rehearsal/rehearsal.service.ts';
import { createAlertRules } from './wings/alerts/rules/alert-rules.service.ts';
import { createAlertSettings } from './wings/alerts/rules/alert-settings.service.ts';
import { listUsage } from './wings/history/energy/usage.repo.ts';
import { listBlocks, listFramesOf } from './wings/history/history.repo.ts';
import type { DeviceConfigs } from './wings/settings/config/device-config.service.ts';
import { createDeviceZones } from './wings/settings/config/device-zone.service.ts';
import type { LockOuts } from './wings/settings/lock-out/lock-out.service.ts';

interface Neighbours {
  databases: Databases;
  outbox: Outbox;
  quietWarn: QuietWarn;
  presence: PresenceStore;
  isBrokerUp: Link['isUp'];
  alertLife: AlertLife;
  deviceConfig: DeviceConfigs;
  lockOuts: LockOuts;
  runningUpdates: RunningUpdates;
  rolledUpMs: () => Promise<number>;
  intervalOf: (deviceId: string) => FrameInterval;
}

/** What raises and clears alerts besides the events of boards: rules, learned normal, outages. */
export function createAlertRuleParts({ config, log, now }: Context, neighbours: Neighbours) {
  const { databases, outbox, quietWarn, presence, isBrokerUp, alertLife } = neighbours;
  const { deviceConfig, lockOuts, runningUpdates, rolledUpMs, intervalOf } = neighbours;
  const { db, reports, history } = databases;
  const { raise, clear } = alertLife;
  const normal = createNormal({
    db: reports,
    outbox,
    now,
    rolledUpMs,
    listUsage,
    raise,
    clear,
    listHours: (of, deviceKey, fromMs, toMs) =>
      listBlocks(of, 'hour', deviceKey, fromMs, toMs, ['pressure', 'motor_power']),
  });
  const outages = createOutages({
    db,
    outbox,
    log,
    now,
    isBrokerUp,
    serverId: serverIdOf(config),
    raise,
    clear,
    isOnline: presence.isOnline,
    countOnline: () => presence.listOnline().length,
  });
  const alertRules = createAlertRules({
    db: reports,
    outbox,
    quietWarn,
    now,
    raise,
    clear,
    listFrames: (...span) => listFramesOf(reports, ...span),
    isOnline: (deviceId) => (isBrokerUp() ? outages.presenceOf(deviceId) : null),
    isConfigApplied: async (deviceKey) =>
      (await deviceConfig.stateOf({ deviceKey, visibleFromS: null })).state !== 'pending',
    mutesOf: async (tx, deviceKey) => [
      ...((await lockOuts.find(tx, deviceKey, null)) ? (['lock_out'] as const) : []),
      ...(runningUpdates.isUpdating(deviceKey) ? (['update'] as const) : []),
    ],
  });
  const alertSettings = createAlertSettings({ db, outbox, now, onChange: alertRules.reload });
  const zones = createDeviceZones({ db, outbox, now, onChange: alertRules.reload });
  const rehearsals = createRehearsals({
    db: history,
    now,
    intervalOf,
    settingsOf: async (of, deviceKey) => {
      const pressure = (await deviceConfig.applied(deviceKey, of))?.pressure;
      const zone = await zones.zoneIn(of, deviceKey);
      return { ...(await alertSettings.numbersOf(of, deviceKey)), ...(pressure && { pressure }), zone };
    },
  });
  return { normal, outages, alertRules, alertSettings, rehearsals, zones };
}
