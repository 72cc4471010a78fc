import type { EventCode } from '@manoboard/contract/event';

/** What a board protects its pump and its house from, without asking anybody (`domain.md` 2.4); the first that is due counts. */
export const PROTECTION_CODES = [
  'SENSOR_BREAK',
  'OVER_PRESSURE',
  'DRY_RUN',
  'PIPE_BURST',
  'NO_FLOW',
] as const satisfies readonly EventCode[];
export type ProtectionCode = (typeof PROTECTION_CODES)[number];

/** The others stop the pump. */
export const isOnlyWarning = (code: ProtectionCode) => code === 'NO_FLOW';
export const STOPPING_CODES: readonly ProtectionCode[] = PROTECTION_CODES.filter(
  (code) => !isOnlyWarning(code),
);
