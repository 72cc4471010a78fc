import { accountCalls } from '../account/account.calls.ts';
import { authCalls } from '../account/auth.calls.ts';
import { factorCalls } from '../account/factor.calls.ts';
import { loginCalls } from '../account/login.calls.ts';
import { profileCalls } from '../account/profile.calls.ts';
import { userCalls } from '../account/staff.calls.ts';
import { termsCalls } from '../account/terms.calls.ts';
import { activityCalls } from '../activity/activity.calls.ts';
import { alertCalls } from '../alert/alert.calls.ts';
import { alertChannelCalls } from '../alert/alert-channels.calls.ts';
import { alertDeliveryCalls } from '../alert/alert-delivery.calls.ts';
import { alertRehearsalCalls } from '../alert/alert-rehearsal.calls.ts';
import { alertSettingsCalls } from '../alert/alert-settings.calls.ts';
import { visitCalls } from '../alert/visit.calls.ts';
import { workCalls } from '../alert/work.calls.ts';
import { commandCalls } from '../command/command.calls.ts';
import { lockOutCalls } from '../command/lock-out.calls.ts';
import { recoveryCalls } from '../command/recovery.calls.ts';
import { commissioningCalls } from '../device/commissioning.calls.ts';
import { converterDataCalls } from '../device/converter-data.calls.ts';
import { deviceCalls } from '../device/device.calls.ts';
import { deviceAccessCalls } from '../device/device-access.calls.ts';
import { deviceConfigCalls } from '../device/device-config.calls.ts';
import { deviceDataCalls } from '../device/device-data.calls.ts';
import { deviceZoneCalls } from '../device/device-zone.calls.ts';
import { foundBoardCalls } from '../device/found-board.calls.ts';
import { placeCalls } from '../device/place.calls.ts';
import { pumpCardCalls } from '../device/pump-card.calls.ts';
import { sharingCalls } from '../device/sharing.calls.ts';
import { wallCalls } from '../device/wall.calls.ts';
import { waterSystemCalls } from '../device/water-system.calls.ts';
import { firmwareCalls } from '../firmware/firmware.calls.ts';
import { firmwareUpdateCalls } from '../firmware/firmware-update.calls.ts';
import { fleetCalls } from '../fleet/fleet.calls.ts';
import { labelCalls } from '../fleet/label.calls.ts';
import { energyCalls } from '../history/energy.calls.ts';
import { historyCalls } from '../history/history.calls.ts';
import { statisticsCalls } from '../history/statistics.calls.ts';
import { inboxCalls } from '../inbox/inbox.calls.ts';
import { demoCalls } from '../installation/demo.calls.ts';
import { installationCalls } from '../installation/installation.calls.ts';
import { securityCalls } from '../installation/security.calls.ts';
import { setupCalls } from '../installation/setup.calls.ts';
import { integrationCalls } from '../integration/integration.calls.ts';
import { tokenCalls } from '../token/token.calls.ts';

/**
 * Every HTTP call. The server's routes, the OpenAPI document and the permissions are generated from this table. Browser
 * code imports the single `.calls` files.
 */
export const api = {
  ...loginCalls,
  ...authCalls,
  ...profileCalls,
  ...factorCalls,
  ...accountCalls,
  ...userCalls,
  ...deviceCalls,
  ...fleetCalls,
  ...labelCalls,
  ...wallCalls,
  ...waterSystemCalls,
  ...deviceAccessCalls,
  ...sharingCalls,
  ...deviceDataCalls,
  ...converterDataCalls,
  ...historyCalls,
  ...energyCalls,
  ...deviceConfigCalls,
  ...deviceZoneCalls,
  ...foundBoardCalls,
  ...placeCalls,
  ...pumpCardCalls,
  ...commissioningCalls,
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
  ...tokenCalls,
  ...alertRehearsalCalls,
  ...alertDeliveryCalls,
  ...statisticsCalls,
  ...workCalls,
  ...visitCalls,
  ...inboxCalls,
  ...setupCalls,
  ...installationCalls,
  ...securityCalls,
  ...termsCalls,
  ...demoCalls,
};
export type ApiName = keyof typeof api;
