import { accountCalls } from './calls/account.ts';
import { activityCalls } from './calls/activity.ts';
import { alertChannelCalls } from './calls/alert-channels.ts';
import { alertDeliveryCalls } from './calls/alert-delivery.ts';
import { alertRehearsalCalls } from './calls/alert-rehearsal.ts';
import { alertSettingsCalls } from './calls/alert-settings.ts';
import { alertCalls } from './calls/alerts.ts';
import { authCalls } from './calls/auth.ts';
import { commandCalls } from './calls/commands.ts';
import { demoCalls } from './calls/demo.ts';
import { deviceAccessCalls } from './calls/device-access.ts';
import { deviceConfigCalls } from './calls/device-config.ts';
import { deviceDataCalls } from './calls/device-data.ts';
import { deviceZoneCalls } from './calls/device-zone.ts';
import { deviceCalls } from './calls/devices.ts';
import { energyCalls } from './calls/energy.ts';
import { firmwareCalls } from './calls/firmware.ts';
import { firmwareUpdateCalls } from './calls/firmware-update.ts';
import { fleetCalls } from './calls/fleet.ts';
import { historyCalls } from './calls/history.ts';
import { inboxCalls } from './calls/inbox.ts';
import { installationCalls } from './calls/installation.ts';
import { integrationCalls } from './calls/integrations.ts';
import { lockOutCalls } from './calls/lock-out.ts';
import { recoveryCalls } from './calls/recovery.ts';
import { setupCalls } from './calls/setup.ts';
import { statisticsCalls } from './calls/statistics.ts';
import { termsCalls } from './calls/terms.ts';
import { userCalls } from './calls/users.ts';
import { workCalls } from './calls/work.ts';

/**
 * Every HTTP call. The server's routes, the OpenAPI document and the permissions are generated from this table. Browser
 * code imports single files of `calls/`.
 */
export const api = {
  ...authCalls,
  ...accountCalls,
  ...userCalls,
  ...deviceCalls,
  ...fleetCalls,
  ...deviceAccessCalls,
  ...deviceDataCalls,
  ...historyCalls,
  ...energyCalls,
  ...deviceConfigCalls,
  ...deviceZoneCalls,
  ...commandCalls,
  ...recoveryCalls,
  ...activityCalls,
  ...lockOutCalls,
  ...firmwareCalls,
  ...firmwareUpdateCalls,
  ...alertCalls,
  ...alertSettingsCalls,
  ...alertChannelCalls,
  ...integrationCalls,
  ...alertRehearsalCalls,
  ...alertDeliveryCalls,
  ...statisticsCalls,
  ...workCalls,
  ...inboxCalls,
  ...setupCalls,
  ...installationCalls,
  ...termsCalls,
  ...demoCalls,
};
export type ApiName = keyof typeof api;
