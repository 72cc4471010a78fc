import type { LastData, PumpLook } from '@manoboard/contract/device/device';
import type { PumpGroup, PumpReason } from '@manoboard/contract/fleet/fleet';
import type { ProtectionCode } from '../protection/codes.ts';
import { isSilent } from '../telemetry/freshness.ts';

interface Attention {
  group: PumpGroup;
  /** Position in a list that begins with what needs a person. */
  rank: number;
}

/** A state that is not current is unknown, never stopped. A converter without power needs a person, as a fault does. */
const ATTENTION = {
  fault: { group: 'fault', rank: 0 },
  no_power: { group: 'fault', rank: 0 },
  offline: { group: 'offline', rank: 1 },
  unknown: { group: 'unknown', rank: 3 },
  stale: { group: 'unknown', rank: 3 },
  stopped: { group: 'stopped', rank: 4 },
  waiting: { group: 'waiting', rank: 5 },
  running: { group: 'running', rank: 6 },
} as const satisfies Record<PumpLook, Attention>;

/** Behind faults and offline devices, before devices without alerts. */
const OPEN_ALERTS_RANK = 2;

export const ATTENTION_RANKS = [0, 1, 2, 3, 4, 5, 6] as const satisfies readonly Attention['rank'][];

export const pumpGroup = (look: PumpLook): PumpGroup => ATTENTION[look].group;

export function attentionRank(look: PumpLook, hasOpenAlerts: boolean): number {
  const { rank } = ATTENTION[look];
  return hasOpenAlerts ? Math.min(rank, OPEN_ALERTS_RANK) : rank;
}

/** Whether devices of this rank are in the part of the list that needs a person. */
export const needsPerson = (rank: number) => rank <= OPEN_ALERTS_RANK;

/** R5.1, R5.3: why the pump is in this state; `null` if no cause is known. */
export function pumpReason(
  look: PumpLook,
  last: LastData | undefined,
  stoppedBy: ProtectionCode | undefined,
  nowS: number,
): PumpReason | null {
  const code = last?.data.fault ?? null;
  if (look === 'fault') return code === null ? null : { kind: 'fault', code };
  if (look === 'stopped') return stoppedBy ? { kind: 'protection', code: stoppedBy } : null;
  if ((look !== 'stale' && look !== 'unknown') || !last) return null;
  if (isSilent(last, nowS)) return { kind: 'link', code: 'wifi' };
  return last.fc === 0 ? { kind: 'link', code: 'converter' } : null;
}
