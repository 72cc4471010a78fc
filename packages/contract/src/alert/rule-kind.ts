import * as z from 'zod/mini';

/** Kinds of alerts that the rules of `domain/alerts/rules` raise. The sentences are in `alert-rules.json`. */
export const RuleKind = z.enum([
  'drive_fault',
  'dry_run',
  'pipe_burst',
  'over_pressure',
  'no_flow',
  'sensor_fault',
  'stuck_sensor',
  'blocked_outlet',
  'unusual_silence',
  'leak',
  'short_cycling',
  'worn_impeller',
  'clogged_suction',
  'low_well',
  'over_temperature',
  'under_voltage',
  'fc_link_lost',
  'board_offline',
  'weak_wifi',
  'endless_run',
  'pressure_off',
  'clock_unset',
  'meter_jump',
  'config_not_applied',
  'register_drift',
]);
export type RuleKind = z.infer<typeof RuleKind>;
