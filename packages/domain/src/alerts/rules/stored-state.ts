import type { RuleState } from './evaluate.ts';
import { ALERT_KINDS, type AlertKind, type AlertSeverity } from './kinds.ts';
import { isOpen, pack, type Tracks, worse } from './tracks.ts';

/** The state in which these rules hold nothing yet: they raise again if their conditions last. */
export function withoutHolds(state: RuleState, kinds: readonly AlertKind[]): RuleState {
  const tracks = { ...state.tracks };
  for (const kind of kinds) {
    const { isByRule: _isByRule, ...track } = tracks[kind] ?? {};
    const packed = pack(isOpen(track) ? track : { ...track, open: undefined });
    if (packed) tracks[kind] = packed;
    else delete tracks[kind];
  }
  return { ...state, tracks };
}

/**
 * The state with what the database has: open alerts that a rule holds, and events of the board that are not cleared. A
 * stored state may be older than those.
 */
export function reconcile(
  state: RuleState,
  openByRule: readonly { kind: AlertKind; severity: AlertSeverity }[],
  events: readonly { id: string; kind: AlertKind; severity: AlertSeverity }[],
): RuleState {
  const tracks: Tracks = {};
  for (const kind of ALERT_KINDS) {
    const { open: _open, isByRule: _isByRule, events: _events, ...track } = state.tracks[kind] ?? {};
    const byRule = openByRule.find((alert) => alert.kind === kind);
    const own = events.filter((event) => event.kind === kind);
    const open = [...(byRule ? [byRule] : []), ...own].reduce<AlertSeverity | undefined>(
      (most, { severity }) => worse(most, severity),
      undefined,
    );
    const packed = pack({
      ...track,
      open,
      ...(byRule && { isByRule: true }),
      events: own.map(({ id }) => id),
    });
    if (packed) tracks[kind] = packed;
  }
  return { ...state, tracks };
}
