import type { CfgReported, DeviceConfig } from '@manoboard/contract/device-config';
import type { ConfigState } from '@manoboard/contract/device-config-state';

/** The highest that the wire carries, and that a board is believed: there is room for many later ones. */
export const MOST_VERSION = 2 ** 31 - 1;
const MOST_BELIEVED = 2 ** 30;

type Report = Pick<CfgReported, 'ver' | 'st'>;

/**
 * A board ignores what is not later than the latest it has seen, here or at another server. What leaves no room for
 * a later one is not believed.
 */
export const nextVersion = (wished: number, reported: number | undefined) =>
  Math.max(wished, reported !== undefined && reported <= MOST_BELIEVED ? reported : 0) + 1;

/**
 * R4.11: only what the board reported is applied. `version` is the newest wish, 0 before the first; `applied` the one
 * of ours that is in force.
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
 * The version in force after a report, or nothing if nobody here knows it. A board that now refuses what it had
 * applied is another one, or has lost its memory.
 */
export function appliedAfter(known: number | null, { ver, st }: Report, isOurs: boolean): number | null {
  if (st === 'applied') return isOurs ? ver : null;
  return known === ver ? null : known;
}

/**
 * A wish that the board passed over for its number alone is said again under a later one; what it once answered is
 * not. `isOurs`: the config that the report is about was wished here.
 */
export const isPassedOver = (
  wish: { version: number; isAnswered: boolean },
  report: Report,
  isOurs: boolean,
) =>
  !wish.isAnswered &&
  (report.ver > wish.version || (report.ver === wish.version && report.st === 'applied' && !isOurs)) &&
  report.ver <= MOST_BELIEVED;

const DEFAULTS: DeviceConfig = {};

/** What the board works with: its defaults before its first word of a version, nothing if that is none of ours. */
export const configInForce = (
  reportedVersion: number | null,
  applied: DeviceConfig | null,
): DeviceConfig | undefined => applied ?? (reportedVersion ? undefined : DEFAULTS);
