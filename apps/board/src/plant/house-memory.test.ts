import { DAY_MS, HOUR_MS } from '@manoboard/domain/time';
import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../test/fake-clock.ts';
import { createMemoryDisk } from '../disk/memory-disk.ts';
import { createFaultSwitches } from '../faults/fault-switches.ts';
import { type ScenarioName, scenarios, startScenario } from '../scenario.ts';

function begin(name: ScenarioName, disk = createMemoryDisk(), startMs = Date.UTC(2026, 10, 1, 6)) {
  const clock = fakeClock();
  clock.setUnix(startMs);
  return { clock, disk, ...startScenario(name, 1, clock, createFaultSwitches(), 'GD10', disk) };
}

/** Polls the drive as a board does. */
async function live(house: ReturnType<typeof begin>, forMs: number) {
  for (let ms = 0; ms < forMs; ms += 1000) {
    await house.clock.advance(1000);
    await house.drive.read();
  }
  return house.drive.read();
}

describe('a simulated house with a state folder', () => {
  it.each(Object.keys(scenarios) as ScenarioName[])(
    '%s: after a restart the meters go on, and the pump is as it was',
    async (name) => {
      const first = begin(name);
      const before = await live(first, HOUR_MS / 6);
      await first.drive.close();
      const again = begin(name, first.disk, Date.UTC(2026, 10, 3, 9));
      const after = await again.drive.read();
      expect(after.energyKwh).toBe(before.energyKwh);
      expect(after.operatingH).toBe(before.operatingH);
      expect(after.runState).toBe(before.runState);
      expect(after.runChannel).toBe(before.runChannel);
      expect(after.pressureBar).toBeCloseTo(before.pressureBar ?? Number.NaN, 0);
    },
  );

  it('after a power cut no meter is below the value that was shown last', async () => {
    const first = begin('household');
    const before = await live(first, HOUR_MS / 3);
    const after = await begin('household', first.disk).drive.read();
    expect(after.energyKwh).toBe(before.energyKwh);
  });

  it('the set point, the lock and a stop by a person stay', async () => {
    const first = begin('household');
    await first.drive.setRequiredPressure(4.6);
    await first.drive.stop();
    await first.drive.setLock(false);
    await live(first, 10_000);
    const after = await begin('household', first.disk, Date.UTC(2026, 10, 1) + DAY_MS).drive.read();
    expect(after).toMatchObject({ runState: 3, runChannel: 0 });
    expect(after.requiredPressureBar).toBeCloseTo(4.6);
  });

  it('a damaged file: the house starts anew', async () => {
    const disk = createMemoryDisk();
    disk.write('house.json', new TextEncoder().encode('{"energyKwh":"much"}'));
    const state = await begin('household', disk).drive.read();
    expect(state.energyKwh).toBeGreaterThan(0);
    expect(state.runState).toBe(1);
  });
});
