import type { RuleKind } from '@manoboard/contract/alert/rule-kind';
import type { AlertSeverity } from './kinds.ts';

/** What a person or the server does to a device on purpose. */
export type MuteCause = 'lock_out' | 'update';

/**
 * What each cause makes likely: work on a locked-out device switches off its supply, its converter or its water; an update
 * restarts the board, and stops and starts the pump. Kinds that it cannot cause are raised as usual, and R5.10: kinds that
 * endanger a person at the pump are never muted by a tag.
 */
const MUTED: Readonly<Record<MuteCause, readonly RuleKind[]>> = {
  lock_out: [
    'board_offline',
    'fc_link_lost',
    'under_voltage',
    'over_current',
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
  ],
  update: [
    'started_itself',
    'board_offline',
    'fc_link_lost',
    'clock_unset',
    'config_not_applied',
    'pressure_off',
  ],
};

/** R5.10: a pump that starts under a tag endangers the person who set it. */
export const severityUnder = (kind: RuleKind, severity: AlertSeverity, causes: readonly MuteCause[]) =>
  kind === 'started_itself' && causes.includes('lock_out') ? 'alarm' : severity;

export const isMuted = (kind: RuleKind, causes: readonly MuteCause[]) =>
  causes.some((cause) => MUTED[cause].includes(kind));
