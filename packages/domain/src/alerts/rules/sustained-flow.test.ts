import type { PumpValues } from '@manoboard/contract/device/pump-card';
import { describe, expect, it } from 'vitest';
import { DAY_S, HOUR_S } from '../../time.ts';
import { evaluate, newRuleState } from './evaluate.ts';

/** A 4 kW pump with a curve. */
const CARD: PumpValues = {
  motor_kw: 4,
  no_flow_w: 2000,
  curve: [
    { lpm: 0, m: 62, w: 2000 },
    { lpm: 100, m: 58, w: 2900 },
    { lpm: 200, m: 48, w: 3600 },
  ],
};
const powerAt = (lpm: number) => (lpm <= 100 ? 2 + 0.009 * lpm : 2.9 + 0.007 * (lpm - 100));

/** Flow in l/min of a house by its seconds; what is raised. */
function raisedBy(flowAt: (s: number) => number, days: number, { card = CARD, bar = 4 } = {}) {
  let state = newRuleState();
  const raised: { kind: string; s: number; severity: string; numbers: object }[] = [];
  for (let s = 0; s < days * DAY_S; s += 60) {
    const lpm = flowAt(s);
    const values = {
      on_off_state_r: 1,
      frequency_fc: lpm > 0 ? 50 : 0,
      motor_power: lpm > 0 ? powerAt(lpm) : 0,
      pressure: bar,
      required_pressure: 4,
    };
    const result = evaluate(
      state,
      { kind: 'frame', atMs: 1000 * s, fc: 1, hasClock: true, values },
      { card },
    );
    state = result.state;
    for (const { kind, severity, numbers } of result.raised)
      if (kind === 'pipe_burst' || kind === 'over_current') raised.push({ kind, s, severity, numbers });
  }
  return raised;
}

/** A shower of ten minutes twice a day, and the garden for an hour at 30 l/min. */
const usual = (s: number) => {
  const ofDay = s % DAY_S;
  if (ofDay > 19 * HOUR_S && ofDay < 20 * HOUR_S) return 30;
  return ofDay % (12 * HOUR_S) < 600 ? 12 : 0;
};

describe('a burst by the estimated flow', () => {
  it('80 l/min that the house never draws for so long is a warning within half an hour', () => {
    const beganS = 9 * DAY_S + 3 * HOUR_S;
    const [alert, ...more] = raisedBy((s) => (s < beganS ? usual(s) : 80), 9.3);
    expect(more).toEqual([]);
    expect(alert).toMatchObject({ severity: 'warning', numbers: { flow: 80, usualFlow: 30 } });
    expect((alert?.s ?? 0) - beganS).toBeLessThanOrEqual(1900);
    expect((alert?.s ?? 0) - beganS).toBeGreaterThan(1200);
  });

  it('usual draws raise nothing, in the learned week and behind it', () =>
    expect(raisedBy(usual, 12)).toEqual([]));

  it('while usual draws are learned, and without a curve, it is silent', () => {
    expect(raisedBy((s) => (s < 3 * DAY_S ? usual(s) : 80), 4)).toEqual([]);
    const { curve: _, ...bare } = CARD;
    expect(raisedBy((s) => (s < 9 * DAY_S ? usual(s) : 80), 9.2, { card: bare })).toEqual([]);
  });

  it('a power that contradicts the head is a motor that turns hard, not a burst', () => {
    const besideTank: PumpValues = { ...CARD, source: 'tank' };
    const draw = (s: number) => (s < 9 * DAY_S ? usual(s) : 190);
    const kinds = (bar: number) => raisedBy(draw, 9.1, { card: besideTank, bar }).map(({ kind }) => kind);
    // At 190 l/min the pump lifts the water by 49 m.
    expect(kinds(4.8)).toEqual(['pipe_burst']);
    expect(kinds(5.9)).toEqual(['over_current']);
    const [stiff] = raisedBy(draw, 9.1, { card: besideTank, bar: 5.9 });
    expect(stiff).toMatchObject({ severity: 'warning', numbers: { stiffKw: 3.53 } });
  });
});
