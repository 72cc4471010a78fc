import type { EventCode } from '@manoboard/contract/mqtt/event';

/** Protections that a board applies on its own (`domain.md` 2.4), in order of precedence. */
export const PROTECTION_CODES = [
  'SENSOR_BREAK',
  'OVER_PRESSURE',
  'DRY_RUN',
  'PIPE_BURST',
  'NO_FLOW',
] as const satisfies readonly EventCode[];
export type ProtectionCode = (typeof PROTECTION_CODES)[number];

/** Warnings do not stop the pump; all other protections do. */
export const isOnlyWarning = (code: ProtectionCode) => code === 'NO_FLOW';
export const STOPPING_CODES: readonly ProtectionCode[] = PROTECTION_CODES.filter(
  (code) => !isOnlyWarning(code),
);

/** Events after which the pump stands: a stop by the board, or a fault of the drive. */
export const isStopOfPump = (code: EventCode): boolean =>
  code === 'FC_FAULT' || STOPPING_CODES.some((stopping) => stopping === code);
