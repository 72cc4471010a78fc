import type { PumpValues } from '@manoboard/contract/device/pump-card';
import { describe, expect, it } from 'vitest';
import { estimateFlow } from './flow-estimate.ts';

/** A 4 kW pump of 400 V, not the one of the simulator. */
const card: PumpValues = {
  no_flow_w: 2100,
  curve: [
    { lpm: 0, m: 62, w: 2000 },
    { lpm: 100, m: 58, w: 2900 },
    { lpm: 200, m: 48, w: 3600 },
    { lpm: 260, m: 36, w: 3500 },
  ],
};

describe('flow estimated from power and frequency', () => {
  it('is 0 at the power that was measured at a closed valve, at every speed', () => {
    for (const hz of [25, 40, 50])
      expect(estimateFlow(card, { frequencyHz: hz, powerW: 2100 * (hz / 50) ** 3 })?.lpm).toBeCloseTo(0, 6);
  });

  it('follows the affinity laws: power by the cube, flow by the speed', () => {
    const s = 0.8;
    const estimate = estimateFlow(card, { frequencyHz: 50 * s, powerW: 3000 * s ** 3 });
    expect(estimate?.lpm).toBeCloseTo(100 * s, 6);
    expect(estimate?.errorLpm).toBeGreaterThan(5);
  });

  it('ends where the power falls again: two flows would have the same power', () => {
    expect(estimateFlow(card, { frequencyHz: 50, powerW: 5000 })?.lpm).toBe(200);
  });

  it('is unknown without a curve, without powers, without a measured value and at a low speed', () => {
    const seen = { frequencyHz: 50, powerW: 3000 };
    expect(estimateFlow({ no_flow_w: 2100 }, seen)).toBeUndefined();
    expect(
      estimateFlow(
        {
          curve: [
            { lpm: 0, m: 9 },
            { lpm: 9, m: 1 },
          ],
        },
        seen,
      ),
    ).toBeUndefined();
    expect(estimateFlow(card, { frequencyHz: 50 })).toBeUndefined();
    expect(estimateFlow(card, { powerW: 900 })).toBeUndefined();
    expect(estimateFlow(card, { frequencyHz: 15, powerW: 90 })).toBeUndefined();
  });

  it('is 0 without an error while the motor stands', () => {
    expect(estimateFlow(card, { frequencyHz: 0, powerW: 0 })).toEqual({ lpm: 0, errorLpm: 0 });
  });
});
