import { describe, expect, it } from 'vitest';
import { createReplay } from './replay.ts';

const card = { motor_kw: 1.5, no_flow_w: 1300, sensor_place: 'pump' } as const;
const HZ = 46;

/** Frames every five seconds at one speed with these loads, relative to a closed valve. */
function watch(loadAt: (n: number) => number, minutes: number, replay = createReplay({ card }), fromS = 0) {
  for (let n = 0; n < minutes * 12; n++)
    replay.input({
      kind: 'frame',
      atMs: 1000 * (fromS + 5 * n),
      fc: 1,
      hasClock: true,
      values: {
        on_off_state_r: 1,
        frequency_fc: HZ,
        pressure: 3.2 + 0.01 * (n % 3),
        required_pressure: 3.3,
        motor_power: (loadAt(n) * card.no_flow_w * (HZ / 50) ** 3) / 1000,
      },
    });
  return replay;
}
const foundIn = ({ alerts }: ReturnType<typeof watch>) =>
  alerts.map(({ kind, severity }) => `${severity} ${kind}`);

/** Slugs of air: the load jumps while the speed is steady. */
const slugs = (n: number) => [0.72, 0.95, 0.66, 1.01, 0.78, 0.7][n % 6] ?? 1;

describe('air in the suction', () => {
  it('a load that falls below that of a closed valve again and again is air, not a closed valve', () => {
    const replay = watch(slugs, 4);
    expect(foundIn(replay)).toEqual(['warning dry_run']);
    expect(replay.alerts[0]?.numbers).toMatchObject({ air: 1, heldS: 60 });
  });

  it('running with water ends it', () => {
    const replay = watch(slugs, 4);
    watch(() => 1.3, 20, replay, 240);
    expect(replay.alerts[0]?.clearedMs).toBeDefined();
  });

  it('a steady load of a closed valve is no flow, and no air', () =>
    expect(foundIn(watch(() => 0.98, 4))).toEqual(['warning no_flow']));

  it('without the power at a closed valve nothing is known about air', () =>
    expect(foundIn(watch(slugs, 4, createReplay({ card: { motor_kw: 1.5 } })))).toEqual([]));
});
