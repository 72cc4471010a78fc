import { type MuteCause, type RuleKind, rowOfKind } from '@manoboard/contract/alert/kinds';
import type { AlertSeverity } from './kinds.ts';

/** R5.10: a pump that starts under a tag endangers the person who set it. */
export const severityUnder = (kind: RuleKind, severity: AlertSeverity, causes: readonly MuteCause[]) =>
  kind === 'started_itself' && causes.includes('lock_out') ? 'alarm' : severity;

export const isMuted = (kind: RuleKind, causes: readonly MuteCause[]) =>
  causes.some((cause) => rowOfKind(kind).mutedBy?.includes(cause));
