import gbAccess from './gb/access.json' with { type: 'json' };
import gbAccount from './gb/account.json' with { type: 'json' };
import gbAddDevice from './gb/add-device.json' with { type: 'json' };
import gbAdmin from './gb/admin.json' with { type: 'json' };
import gbAlertDeliveries from './gb/alert-deliveries.json' with { type: 'json' };
import gbAlertPage from './gb/alert-page.json' with { type: 'json' };
import gbAlertRules from './gb/alert-rules.json' with { type: 'json' };
import gbAlertSettings from './gb/alert-settings.json' with { type: 'json' };
import gbAlerts from './gb/alerts.json' with { type: 'json' };
import gbAppWorker from './gb/app-worker.json' with { type: 'json' };
import gbCommissioning from './gb/commissioning.json' with { type: 'json' };
import gbCommon from './gb/common.json' with { type: 'json' };
import gbDeviceTools from './gb/device-tools.json' with { type: 'json' };
import gbEnergy from './gb/energy.json' with { type: 'json' };
import gbFaults from './gb/faults.json' with { type: 'json' };
import gbFirmware from './gb/firmware.json' with { type: 'json' };
import gbFleet from './gb/fleet.json' with { type: 'json' };
import gbFleetFirmware from './gb/fleet-firmware.json' with { type: 'json' };
import gbGallery from './gb/gallery.json' with { type: 'json' };
import gbGraphs from './gb/graphs.json' with { type: 'json' };
import gbHelp from './gb/help.json' with { type: 'json' };
import gbInstallation from './gb/installation.json' with { type: 'json' };
import gbIntegrations from './gb/integrations.json' with { type: 'json' };
import gbLogin from './gb/login.json' with { type: 'json' };
import gbLogins from './gb/logins.json' with { type: 'json' };
import gbMyAlerts from './gb/my-alerts.json' with { type: 'json' };
import gbNotificationSettings from './gb/notification-settings.json' with { type: 'json' };
import gbNotifications from './gb/notifications.json' with { type: 'json' };
import gbOverlays from './gb/overlays.json' with { type: 'json' };
import gbPumpCard from './gb/pump-card.json' with { type: 'json' };
import gbSecondFactor from './gb/second-factor.json' with { type: 'json' };
import gbSecurity from './gb/security.json' with { type: 'json' };
import gbServer from './gb/server.json' with { type: 'json' };
import gbSignUp from './gb/sign-up.json' with { type: 'json' };
import gbStart from './gb/start.json' with { type: 'json' };
import gbStatistics from './gb/statistics.json' with { type: 'json' };
import gbUsers from './gb/users.json' with { type: 'json' };
import gbWork from './gb/work.json' with { type: 'json' };
import skAccess from './sk/access.json' with { type: 'json' };
import skAccount from './sk/account.json' with { type: 'json' };
import skAddDevice from './sk/add-device.json' with { type: 'json' };
import skAdmin from './sk/admin.json' with { type: 'json' };
import skAlertDeliveries from './sk/alert-deliveries.json' with { type: 'json' };
import skAlertPage from './sk/alert-page.json' with { type: 'json' };
import skAlertRules from './sk/alert-rules.json' with { type: 'json' };
import skAlertSettings from './sk/alert-settings.json' with { type: 'json' };
import skAlerts from './sk/alerts.json' with { type: 'json' };
import skAppWorker from './sk/app-worker.json' with { type: 'json' };
import skCommissioning from './sk/commissioning.json' with { type: 'json' };
import skCommon from './sk/common.json' with { type: 'json' };
import skDeviceTools from './sk/device-tools.json' with { type: 'json' };
import skEnergy from './sk/energy.json' with { type: 'json' };
import skFaults from './sk/faults.json' with { type: 'json' };
import skFirmware from './sk/firmware.json' with { type: 'json' };
import skFleet from './sk/fleet.json' with { type: 'json' };
import skFleetFirmware from './sk/fleet-firmware.json' with { type: 'json' };
import skGallery from './sk/gallery.json' with { type: 'json' };
import skGraphs from './sk/graphs.json' with { type: 'json' };
import skHelp from './sk/help.json' with { type: 'json' };
import skInstallation from './sk/installation.json' with { type: 'json' };
import skIntegrations from './sk/integrations.json' with { type: 'json' };
import skLogin from './sk/login.json' with { type: 'json' };
import skLogins from './sk/logins.json' with { type: 'json' };
import skMyAlerts from './sk/my-alerts.json' with { type: 'json' };
import skNotificationSettings from './sk/notification-settings.json' with { type: 'json' };
import skNotifications from './sk/notifications.json' with { type: 'json' };
import skOverlays from './sk/overlays.json' with { type: 'json' };
import skPumpCard from './sk/pump-card.json' with { type: 'json' };
import skSecondFactor from './sk/second-factor.json' with { type: 'json' };
import skSecurity from './sk/security.json' with { type: 'json' };
import skServer from './sk/server.json' with { type: 'json' };
import skSignUp from './sk/sign-up.json' with { type: 'json' };
import skStart from './sk/start.json' with { type: 'json' };
import skStatistics from './sk/statistics.json' with { type: 'json' };
import skUsers from './sk/users.json' with { type: 'json' };
import skWork from './sk/work.json' with { type: 'json' };

/** Every file of texts. Generated by `npm run texts`. */
export const textFiles = {
  gb: {
    access: gbAccess,
    account: gbAccount,
    'add-device': gbAddDevice,
    admin: gbAdmin,
    'alert-deliveries': gbAlertDeliveries,
    'alert-page': gbAlertPage,
    'alert-rules': gbAlertRules,
    'alert-settings': gbAlertSettings,
    alerts: gbAlerts,
    'app-worker': gbAppWorker,
    commissioning: gbCommissioning,
    common: gbCommon,
    'device-tools': gbDeviceTools,
    energy: gbEnergy,
    faults: gbFaults,
    firmware: gbFirmware,
    fleet: gbFleet,
    'fleet-firmware': gbFleetFirmware,
    gallery: gbGallery,
    graphs: gbGraphs,
    help: gbHelp,
    installation: gbInstallation,
    integrations: gbIntegrations,
    login: gbLogin,
    logins: gbLogins,
    'my-alerts': gbMyAlerts,
    'notification-settings': gbNotificationSettings,
    notifications: gbNotifications,
    overlays: gbOverlays,
    'pump-card': gbPumpCard,
    'second-factor': gbSecondFactor,
    security: gbSecurity,
    server: gbServer,
    'sign-up': gbSignUp,
    start: gbStart,
    statistics: gbStatistics,
    users: gbUsers,
    work: gbWork,
  },
  sk: {
    access: skAccess,
    account: skAccount,
    'add-device': skAddDevice,
    admin: skAdmin,
    'alert-deliveries': skAlertDeliveries,
    'alert-page': skAlertPage,
    'alert-rules': skAlertRules,
    'alert-settings': skAlertSettings,
    alerts: skAlerts,
    'app-worker': skAppWorker,
    commissioning: skCommissioning,
    common: skCommon,
    'device-tools': skDeviceTools,
    energy: skEnergy,
    faults: skFaults,
    firmware: skFirmware,
    fleet: skFleet,
    'fleet-firmware': skFleetFirmware,
    gallery: skGallery,
    graphs: skGraphs,
    help: skHelp,
    installation: skInstallation,
    integrations: skIntegrations,
    login: skLogin,
    logins: skLogins,
    'my-alerts': skMyAlerts,
    'notification-settings': skNotificationSettings,
    notifications: skNotifications,
    overlays: skOverlays,
    'pump-card': skPumpCard,
    'second-factor': skSecondFactor,
    security: skSecurity,
    server: skServer,
    'sign-up': skSignUp,
    start: skStart,
    statistics: skStatistics,
    users: skUsers,
    work: skWork,
  },
};
