import type { Role } from '@manoboard/contract/account/account';
import type { AlertKind } from '@manoboard/contract/alert/alert';
import type { ProblemCode } from '@manoboard/contract/http/problem';
import type { AckError } from '@manoboard/contract/mqtt/ack-error';
import type gbAccess from './gb/access.json';
import type gbAccount from './gb/account.json';
import type gbAddDevice from './gb/add-device.json';
import type gbAdmin from './gb/admin.json';
import type gbAlertDeliveries from './gb/alert-deliveries.json';
import type gbAlertPage from './gb/alert-page.json';
import type gbAlertRules from './gb/alert-rules.json';
import type gbAlertSettings from './gb/alert-settings.json';
import type gbAlerts from './gb/alerts.json';
import type gbAppWorker from './gb/app-worker.json';
import type gbCommissioning from './gb/commissioning.json';
import type gbCommon from './gb/common.json';
import type gbDeviceTools from './gb/device-tools.json';
import type gbEnergy from './gb/energy.json';
import type gbFaults from './gb/faults.json';
import type gbFirmware from './gb/firmware.json';
import type gbFleet from './gb/fleet.json';
import type gbFleetFirmware from './gb/fleet-firmware.json';
import type gbGallery from './gb/gallery.json';
import type gbGraphs from './gb/graphs.json';
import type gbHelp from './gb/help.json';
import type gbInstallation from './gb/installation.json';
import type gbIntegrations from './gb/integrations.json';
import type gbLogin from './gb/login.json';
import type gbLogins from './gb/logins.json';
import type gbMyAlerts from './gb/my-alerts.json';
import type gbNotificationSettings from './gb/notification-settings.json';
import type gbNotifications from './gb/notifications.json';
import type gbOverlays from './gb/overlays.json';
import type gbPumpCard from './gb/pump-card.json';
import type gbSecondFactor from './gb/second-factor.json';
import type gbSecurity from './gb/security.json';
import type gbServer from './gb/server.json';
import type gbSignUp from './gb/sign-up.json';
import type gbStatistics from './gb/statistics.json';
import type gbUsers from './gb/users.json';
import type gbWork from './gb/work.json';
import type { Merged } from './merge.ts';
import type skAccess from './sk/access.json';
import type skAccount from './sk/account.json';
import type skAddDevice from './sk/add-device.json';
import type skAdmin from './sk/admin.json';
import type skAlertDeliveries from './sk/alert-deliveries.json';
import type skAlertPage from './sk/alert-page.json';
import type skAlertRules from './sk/alert-rules.json';
import type skAlertSettings from './sk/alert-settings.json';
import type skAlerts from './sk/alerts.json';
import type skAppWorker from './sk/app-worker.json';
import type skCommissioning from './sk/commissioning.json';
import type skCommon from './sk/common.json';
import type skDeviceTools from './sk/device-tools.json';
import type skEnergy from './sk/energy.json';
import type skFaults from './sk/faults.json';
import type skFirmware from './sk/firmware.json';
import type skFleet from './sk/fleet.json';
import type skFleetFirmware from './sk/fleet-firmware.json';
import type skGallery from './sk/gallery.json';
import type skGraphs from './sk/graphs.json';
import type skHelp from './sk/help.json';
import type skInstallation from './sk/installation.json';
import type skIntegrations from './sk/integrations.json';
import type skLogin from './sk/login.json';
import type skLogins from './sk/logins.json';
import type skMyAlerts from './sk/my-alerts.json';
import type skNotificationSettings from './sk/notification-settings.json';
import type skNotifications from './sk/notifications.json';
import type skOverlays from './sk/overlays.json';
import type skPumpCard from './sk/pump-card.json';
import type skSecondFactor from './sk/second-factor.json';
import type skSecurity from './sk/security.json';
import type skServer from './sk/server.json';
import type skSignUp from './sk/sign-up.json';
import type skStatistics from './sk/statistics.json';
import type skUsers from './sk/users.json';
import type skWork from './sk/work.json';

/** The locale files. Slovak is the source; a page loads the files of its areas. */
interface Slovak {
  access: typeof skAccess;
  account: typeof skAccount;
  'add-device': typeof skAddDevice;
  admin: typeof skAdmin;
  'alert-deliveries': typeof skAlertDeliveries;
  'alert-page': typeof skAlertPage;
  'alert-rules': typeof skAlertRules;
  'alert-settings': typeof skAlertSettings;
  alerts: typeof skAlerts;
  'app-worker': typeof skAppWorker;
  commissioning: typeof skCommissioning;
  common: typeof skCommon;
  'device-tools': typeof skDeviceTools;
  energy: typeof skEnergy;
  faults: typeof skFaults;
  firmware: typeof skFirmware;
  fleet: typeof skFleet;
  'fleet-firmware': typeof skFleetFirmware;
  gallery: typeof skGallery;
  graphs: typeof skGraphs;
  help: typeof skHelp;
  installation: typeof skInstallation;
  integrations: typeof skIntegrations;
  login: typeof skLogin;
  logins: typeof skLogins;
  'my-alerts': typeof skMyAlerts;
  'notification-settings': typeof skNotificationSettings;
  notifications: typeof skNotifications;
  overlays: typeof skOverlays;
  'pump-card': typeof skPumpCard;
  'second-factor': typeof skSecondFactor;
  security: typeof skSecurity;
  server: typeof skServer;
  'sign-up': typeof skSignUp;
  statistics: typeof skStatistics;
  users: typeof skUsers;
  work: typeof skWork;
}
interface English {
  access: typeof gbAccess;
  account: typeof gbAccount;
  'add-device': typeof gbAddDevice;
  admin: typeof gbAdmin;
  'alert-deliveries': typeof gbAlertDeliveries;
  'alert-page': typeof gbAlertPage;
  'alert-rules': typeof gbAlertRules;
  'alert-settings': typeof gbAlertSettings;
  alerts: typeof gbAlerts;
  'app-worker': typeof gbAppWorker;
  commissioning: typeof gbCommissioning;
  common: typeof gbCommon;
  'device-tools': typeof gbDeviceTools;
  energy: typeof gbEnergy;
  faults: typeof gbFaults;
  firmware: typeof gbFirmware;
  fleet: typeof gbFleet;
  'fleet-firmware': typeof gbFleetFirmware;
  gallery: typeof gbGallery;
  graphs: typeof gbGraphs;
  help: typeof gbHelp;
  installation: typeof gbInstallation;
  integrations: typeof gbIntegrations;
  login: typeof gbLogin;
  logins: typeof gbLogins;
  'my-alerts': typeof gbMyAlerts;
  'notification-settings': typeof gbNotificationSettings;
  notifications: typeof gbNotifications;
  overlays: typeof gbOverlays;
  'pump-card': typeof gbPumpCard;
  'second-factor': typeof gbSecondFactor;
  security: typeof gbSecurity;
  server: typeof gbServer;
  'sign-up': typeof gbSignUp;
  statistics: typeof gbStatistics;
  users: typeof gbUsers;
  work: typeof gbWork;
}

export type LoginMessages = Slovak['login'];
export type AdminMessages = Slovak['admin'];
/** A file of texts of a page or an area. */
export type PageFile = Exclude<keyof Slovak, 'login' | 'admin' | 'server'>;
/** Texts of a page or an area, loaded with it. */
type PageMessages = Slovak[PageFile];

type Intersection<Union> = (Union extends unknown ? (part: Union) => void : never) extends (
  part: infer All,
) => void
  ? All
  : never;

/** All texts of the console; other languages have exactly these keys. */
export type ConsoleMessages = Merged<Intersection<LoginMessages | AdminMessages | PageMessages>>;
export type Messages = Merged<Intersection<Slovak[keyof Slovak]>>;

/** Problems that only the console can have, besides those of the server. */
export type LocalProblemCode = 'NETWORK' | 'BAD_ANSWER' | 'VALIDATION' | 'UNKNOWN';

type Holds<Check extends true> = Check;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Covers<Keys extends string, Namespace> = [Exclude<Keys, keyof Namespace>] extends [never] ? true : false;

/**
 * Compile-time checks: a key that one language lacks, a problem code or a role without a text is a type error.
 * @public exported because an unused local type is an error too
 */
export type Checks = [
  Holds<Same<English, Slovak>>,
  Holds<Same<ProblemCode | LocalProblemCode, keyof Messages['problem']>>,
  Holds<Same<AckError, keyof Messages['ack']>>,
  Holds<Covers<Role, Messages['role']>>,
  Holds<Same<AlertKind, keyof Messages['alertHappened']>>,
  Holds<Same<AlertKind, keyof Messages['alertRule']>>,
  Holds<Covers<LocalProblemCode, LoginMessages['problem']>>,
];
