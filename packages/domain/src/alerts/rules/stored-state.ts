import { RuleKind } from '@manoboard/contract/alert/kinds';
import type { RuleState } from './evaluate.ts';
import type { AlertSeverity } from './kinds.ts';
import { isOpen, pack, type Tracks, worse } from './tracks.ts';

/** The state in which these rules hold nothing yet: they raise again if their conditions last. */
export function withoutHolds(state: RuleState, kinds: readonly RuleKind[]): RuleState {
  const tracks = { ...state.tracks };
  for (const kind of kinds) {
    const { isByRule: _isByRule, ...track } = tracks[kind] ?? {};
    const packed = pack(isOpen(track) ? track : { ...track, open: undefined });
    if (packed) tracks[kind] = packed;
    else delete tracks[kind];
  }
  return { ...state, tracks };
}

/** The stored state. It has no holders of alerts: they are stored with the alert and the events of the board. */
export function storedState(state: RuleState): RuleState {
  const tracks: Tracks = {};
  for (const kind of RuleKind.options) {
    const { sinceMs, overSinceMs, lastMs, isLatched } = state.tracks[kind] ?? {};
    const packed = pack({ sinceMs, overSinceMs, lastMs, isLatched });
    if (packed) tracks[kind] = packed;
  }
  return { ...state, tracks };
}

/** The state with what the database has: open alerts that a rule holds, and events of the board that are not cleared. */
export function reconcile(
  state: RuleState,
  openByRule: readonly { kind: RuleKind; severity: AlertSeverity }[],
  events: readonly { id: string; kind: RuleKind; severity: AlertSeverity }[],
): RuleState {
  const tracks: Tracks = {};
  for (const kind of RuleKind.options) {
    const { sinceMs, overSinceMs, lastMs, isLatched } = state.tracks[kind] ?? {};
    const byRule = openByRule.find((alert) => alert.kind === kind);
    const own = events.filter((event) => event.kind === kind);
    const open = [...(byRule ? [byRule] : []), ...own].reduce<AlertSeverity | undefined>(
      (most, { severity }) => worse(most, severity),
      undefined,
    );
    const packed = pack({
      sinceMs,
      overSinceMs,
      lastMs,
      isLatched,
      open,
      ...(byRule && { isByRule: true }),
      events: own.map(({ id }) => id),
    });
    if (packed) tracks[kind] = packed;
  }
  return { ...state, tracks };
}
