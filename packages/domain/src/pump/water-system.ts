import type { WaterState, WaterTone } from '@manoboard/contract/device/water';

export type PumpWater = Pick<WaterState, 'kind' | 'tone'>;

export interface SystemWater {
  kind: 'there' | 'flows' | 'missing' | 'off' | 'unknown';
  tone: WaterTone;
  pumps: number;
  /** Pumps that give water, or would when somebody opens a tap. */
  working: number;
  missing: number;
  off: number;
  unknown: number;
}

/**
 * R9.1: the water of pumps that feed one house or tank. One working pump is enough for water; a fault of another one is
 * worth a look, not an alarm. Without any, a pump that should work decides, then one that nobody knows of.
 */
export function systemWater(pumps: readonly PumpWater[]): SystemWater {
  const count = (...kinds: readonly PumpWater['kind'][]) =>
    pumps.filter(({ kind }) => kinds.includes(kind)).length;
  const hasTone = (...tones: readonly WaterTone[]) => pumps.some(({ tone }) => tones.includes(tone));
  const counts = {
    pumps: pumps.length,
    working: count('there', 'flows', 'rising'),
    missing: count('missing'),
    off: count('off'),
    unknown: count('unknown'),
  };
  if (counts.working > 0) {
    const kind = count('flows') > 0 ? 'flows' : 'there';
    return { ...counts, kind, tone: hasTone('look', 'act') ? 'look' : 'water' };
  }
  if (counts.missing > 0) return { ...counts, kind: 'missing', tone: hasTone('act') ? 'act' : 'look' };
  if (counts.unknown > 0 || pumps.length === 0) return { ...counts, kind: 'unknown', tone: 'unknown' };
  return { ...counts, kind: 'off', tone: 'off' };
}
