import type { Role } from '@manoboard/contract/account/account';
import type { AlertKind } from '@manoboard/contract/alert/alert';
import type { ProblemCode } from '@manoboard/contract/http/problem';
import type { AckError } from '@manoboard/contract/mqtt/ack-error';
import type { Merged } from './merge.ts';

/** The locale files. Slovak is the source; a page loads the files of its areas. */
interface Slovak {
  access: typeof import('./sk/access.json');
  account: typeof import('./sk/account.json');
  'add-device': typeof import('./sk/add-device.json');
  admin: typeof import('./sk/admin.json');
  'alert-deliveries': typeof import('./sk/alert-deliveries.json');
  'alert-page': typeof import('./sk/alert-page.json');
  'alert-rules': typeof import('./sk/alert-rules.json');
  'alert-settings': typeof import('./sk/alert-settings.json');
  alerts: typeof import('./sk/alerts.json');
  'app-worker': typeof import('./sk/app-worker.json');
  commissioning: typeof import('./sk/commissioning.json');
  common: typeof import('./sk/common.json');
  'device-tools': typeof import('./sk/device-tools.json');
  energy: typeof import('./sk/energy.json');
  faults: typeof import('./sk/faults.json');
  firmware: typeof import('./sk/firmware.json');
  fleet: typeof import('./sk/fleet.json');
  'fleet-firmware': typeof import('./sk/fleet-firmware.json');
  gallery: typeof import('./sk/gallery.json');
  graphs: typeof import('./sk/graphs.json');
  help: typeof import('./sk/help.json');
  installation: typeof import('./sk/installation.json');
  integrations: typeof import('./sk/integrations.json');
  login: typeof import('./sk/login.json');
  logins: typeof import('./sk/logins.json');
  'my-alerts': typeof import('./sk/my-alerts.json');
  'notification-settings': typeof import('./sk/notification-settings.json');
  notifications: typeof import('./sk/notifications.json');
  overlays: typeof import('./sk/overlays.json');
  'pump-card': typeof import('./sk/pump-card.json');
  'second-factor': typeof import('./sk/second-factor.json');
  security: typeof import('./sk/security.json');
  server: typeof import('./sk/server.json');
  'sign-up': typeof import('./sk/sign-up.json');
  statistics: typeof import('./sk/statistics.json');
  users: typeof import('./sk/users.json');
  work: typeof import('./sk/work.json');
}
interface English {
  access: typeof import('./gb/access.json');
  account: typeof import('./gb/account.json');
  'add-device': typeof import('./gb/add-device.json');
  admin: typeof import('./gb/admin.json');
  'alert-deliveries': typeof import('./gb/alert-deliveries.json');
  'alert-page': typeof import('./gb/alert-page.json');
  'alert-rules': typeof import('./gb/alert-rules.json');
  'alert-settings': typeof import('./gb/alert-settings.json');
  alerts: typeof import('./gb/alerts.json');
  'app-worker': typeof import('./gb/app-worker.json');
  commissioning: typeof import('./gb/commissioning.json');
  common: typeof import('./gb/common.json');
  'device-tools': typeof import('./gb/device-tools.json');
  energy: typeof import('./gb/energy.json');
  faults: typeof import('./gb/faults.json');
  firmware: typeof import('./gb/firmware.json');
  fleet: typeof import('./gb/fleet.json');
  'fleet-firmware': typeof import('./gb/fleet-firmware.json');
  gallery: typeof import('./gb/gallery.json');
  graphs: typeof import('./gb/graphs.json');
  help: typeof import('./gb/help.json');
  installation: typeof import('./gb/installation.json');
  integrations: typeof import('./gb/integrations.json');
  login: typeof import('./gb/login.json');
  logins: typeof import('./gb/logins.json');
  'my-alerts': typeof import('./gb/my-alerts.json');
  'notification-settings': typeof import('./gb/notification-settings.json');
  notifications: typeof import('./gb/notifications.json');
  overlays: typeof import('./gb/overlays.json');
  'pump-card': typeof import('./gb/pump-card.json');
  'second-factor': typeof import('./gb/second-factor.json');
  security: typeof import('./gb/security.json');
  server: typeof import('./gb/server.json');
  'sign-up': typeof import('./gb/sign-up.json');
  statistics: typeof import('./gb/statistics.json');
  users: typeof import('./gb/users.json');
  work: typeof import('./gb/work.json');
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
