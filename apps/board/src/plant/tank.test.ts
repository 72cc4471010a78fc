import { expect, it } from 'vitest';
import { HOUSE, siteOf } from './site.ts';
import { fillTank, isStiff, tankFor, tankPressureBar, tankWaterL } from './tank.ts';

const tank = tankFor(4, siteOf(HOUSE));

it('2.2 the precharge is 70 % of the set point', () => {
  expect(tank.prechargeBar).toBeCloseTo(2.8, 9);
  expect(tankPressureBar(tank, 0)).toBeCloseTo(2.8, 9);
});

it.each([0.5, 2.8, 3.5, 4, 5.5])('water and pressure convert both ways at %f bar', (bar) => {
  expect(tankPressureBar(tank, tankWaterL(tank, bar))).toBeCloseTo(bar, 9);
});

it('2.2 Boyle: pressure times air stays the same', () => {
  const product = (waterL: number) => (tankPressureBar(tank, waterL) + 1.013) * (tank.volumeL - waterL);
  expect(product(6)).toBeCloseTo(product(1), 9);
});

it('an empty bladder is stiff, and the pressure never falls below zero', () => {
  const waterL = fillTank(tank, 0, -60, 10);
  expect(isStiff(waterL)).toBe(true);
  expect(tankPressureBar(tank, waterL)).toBe(0);
});

it('a full shell has a finite pressure', () => {
  expect(tankPressureBar(tank, fillTank(tank, 20, 10_000, 60))).toBeLessThan(100);
});
