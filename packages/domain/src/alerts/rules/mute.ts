import type { RuleKind } from '@manoboard/contract/alert/rule-kind';
/** What a person or the server does to a device on purpose. */
export type MuteCause = 'lock_out' | 'update';

/**
 * What each cause makes likely: work on a locked-out device switches off its supply, its converter or its water; an update
 * restarts the board. Kinds that it cannot cause are raised as usual.
 */
const MUTED: Readonly<Record<MuteCause, readonly RuleKind[]>> = {
  lock_out: [
    'board_offline',
    'fc_link_lost',
    'drive_fault',
    'under_voltage',
    'over_current',
    'reverse_rotation',
    'sensor_fault',
    'stuck_sensor',
    'blocked_outlet',
    'unusual_silence',
    'dry_run',
    'pipe_burst',
    'no_flow',
    'pressure_off',
    'weak_wifi',
    'config_not_applied',
    'register_drift',
  ],
  update: ['board_offline', 'fc_link_lost', 'clock_unset', 'config_not_applied', 'pressure_off'],
};

export const isMuted = (kind: RuleKind, causes: readonly MuteCause[]) =>
  causes.some((cause) => MUTED[cause].includes(kind));
