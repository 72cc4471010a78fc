import type { CfgReported, DeviceConfig } from '@manoboard/contract/device/device-config';
import type { ConfigState } from '@manoboard/contract/device/device-config-state';

/** The highest version on the wire, and the highest that is accepted from a board: it leaves room for later versions. */
export const MAX_VERSION = 2 ** 31 - 1;
const MAX_ACCEPTED_VERSION = 2 ** 30;

type Report = Pick<CfgReported, 'ver' | 'st'>;

/**
 * A board ignores a version that is not higher than the highest it has received from any server. A reported version
 * without room for a higher one is not accepted.
 */
export const nextVersion = (desired: number, reported: number | undefined) =>
  Math.max(desired, reported !== undefined && reported <= MAX_ACCEPTED_VERSION ? reported : 0) + 1;

/**
 * R4.11: a configuration is applied only when the board has reported it. `version` is the newest requested one, 0 before
 * the first; `applied` is the version of this server that is in force.
 */
export function configStateOf(
  version: number,
  report: Report | null,
  applied: number | null,
): ConfigState['state'] {
  if (report && report.ver > version) return 'foreign';
  if (report?.st === 'applied' && report.ver === version && applied !== version) return 'foreign';
  if (version === 0) return 'none';
  return report?.ver === version ? report.st : 'pending';
}

/**
 * The version in force after a report; `null` if this server does not know it. A board that rejects a version that it
 * had applied was replaced or has lost its storage.
 */
export function appliedVersionAfter(
  known: number | null,
  { ver, st }: Report,
  isOurs: boolean,
): number | null {
  if (st === 'applied') return isOurs ? ver : null;
  return known === ver ? null : known;
}

/**
 * A requested configuration that the board ignored only because of its version is sent again with a higher version; an
 * answered one is not. `isOurs`: this server requested the reported configuration.
 */
export const needsHigherVersion = (
  desired: { version: number; isAnswered: boolean },
  report: Report,
  isOurs: boolean,
) =>
  !desired.isAnswered &&
  (report.ver > desired.version || (report.ver === desired.version && report.st === 'applied' && !isOurs)) &&
  report.ver <= MAX_ACCEPTED_VERSION;

const DEFAULTS: DeviceConfig = {};

/** The configuration in force: the defaults before the first report, `undefined` if the reported version is not ours. */
export const configInForce = (
  reportedVersion: number | null,
  applied: DeviceConfig | null,
): DeviceConfig | undefined => applied ?? (reportedVersion ? undefined : DEFAULTS);
