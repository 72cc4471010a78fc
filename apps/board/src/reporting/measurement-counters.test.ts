import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../test/fake-clock.ts';
import { createMemoryDisk } from '../disk/memory-disk.ts';
import { type DriveState, RunState } from '../drive/drive.ts';
import { createCounters } from './measurement-counters.ts';
import { createMeterOffsets } from './measurement-offsets.ts';

const turning: DriveState = { runState: RunState.forward, frequencyHz: 40, motorPowerKw: 0.72 };

function open(disk = createMemoryDisk(), clock = fakeClock()) {
  const counters = createCounters(clock, disk);
  return {
    clock,
    disk,
    counters,
    /** Polls the same state once a second. */
    async poll(seconds: number, state: DriveState) {
      counters.see(state);
      for (let second = 0; second < seconds; second++) {
        await clock.advance(1_000);
        counters.see(state);
      }
    },
  };
}

describe('a drive without counters (domain.md 1.6)', () => {
  it('the board counts hours and energy while the motor turns', async () => {
    const { poll, counters } = open();
    await poll(1_800, turning);
    const { energyKwh, operatingH } = counters.fill(turning);
    expect(operatingH).toBeCloseTo(0.5);
    expect(energyKwh).toBeCloseTo(0.36);
  });

  it.each([
    ['asleep', { ...turning, frequencyHz: 0 }],
    ['stopped', { ...turning, runState: RunState.stopped }],
    ['in fault', { ...turning, runState: RunState.fault }],
  ])('nothing is counted %s', async (_what, state) => {
    const { poll, counters } = open();
    await poll(60, state);
    expect(counters.fill(state)).toMatchObject({ energyKwh: 0, operatingH: 0 });
  });

  it('without its power the energy stays unknown; the hours are counted', async () => {
    const { poll, counters } = open();
    const state = { runState: RunState.forward, frequencyHz: 40 };
    await poll(3_600, state);
    expect(counters.fill(state).energyKwh).toBeUndefined();
    expect(counters.fill(state).operatingH).toBeCloseTo(1);
  });

  it('gaps between polls are not counted', async () => {
    const { clock, counters } = open();
    counters.see(turning);
    await clock.advance(3_600_000);
    counters.see(turning);
    expect(counters.fill(turning).operatingH).toBe(0);
  });

  it('a restart continues from the stored counters', async () => {
    const { poll, counters, disk } = open();
    await poll(360, turning);
    counters.save();
    expect(open(disk).counters.fill(turning).operatingH).toBeCloseTo(0.1);
  });

  it('a power cut loses at most ten minutes', async () => {
    const { poll, disk } = open();
    await poll(1_100, turning);
    expect(open(disk).counters.fill(turning).operatingH).toBeCloseTo(600 / 3_600);
  });
});

it('a reset meter stays reset through a power cut', async () => {
  const disk = createMemoryDisk();
  const clock = fakeClock();
  const before = createMeterOffsets(clock, disk);
  before.see(turning);
  for (let second = 0; second < 60; second++) {
    await clock.advance(1_000);
    before.see(turning);
  }
  before.zero('motor_operating_hours', turning);
  expect(createMeterOffsets(clock, disk).apply(turning).operatingH).toBe(0);
});

it('a drive with its own counters is used, and nothing is written', async () => {
  const { poll, counters, disk } = open();
  const state = { ...turning, energyKwh: 1284.6, operatingH: 3127 };
  await poll(700, state);
  counters.save();
  expect(counters.fill(state)).toEqual(state);
  expect(disk.read('counters.json')).toBeUndefined();
});

it("a drive that once showed counters and omits them: absent, never the board's own", async () => {
  const { poll, counters } = open();
  const state = { ...turning, energyKwh: 1284.6, operatingH: 3127 };
  await poll(10, state);
  await poll(60, turning);
  expect(counters.fill(turning)).toEqual(turning);
  expect(counters.fill(state)).toEqual(state);
});
