import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { measureSignatures } from '../../test/fault-signatures.ts';
import { at4Bar, breakable, run } from '../../test/plant.ts';
import { steadyDemand } from '../plant/demand.ts';
import { resetPlant, switchPlant } from '../plant/plant.ts';

const DOCS = join(import.meta.dirname, '../../../../docs/simulator.md');
let signatures: Awaited<ReturnType<typeof measureSignatures>>;
beforeAll(async () => {
  signatures = await measureSignatures();
});

describe('faults of the plant show the signature of domain.md 2.4', () => {
  it('dry run: 50 Hz, no pressure, 314 W against 896 W, 3.45 A; stopped after ten seconds of it', () => {
    const { hz, trueBar, watt, ampere, stopS } = signatures.dry_run.numbers;
    expect(hz).toBe(50);
    expect(trueBar).toBeCloseTo(0, 2);
    expect(watt).toBeCloseTo(314, 0);
    expect(ampere).toBeCloseTo(3.45, 2);
    expect(stopS).toBeGreaterThan(10);
    expect(stopS).toBeLessThan(40);
  });

  it('pipe burst: it runs, water flows, the pressure stays low, the power is high; stopped after a minute', () => {
    const { hz, bar, watt, lpm, stopS } = signatures.pipe_burst.numbers;
    expect(hz).toBe(50);
    expect(bar).toBeLessThan(2);
    expect(bar).toBeGreaterThan(0.05);
    expect(watt).toBeGreaterThan(0.8 * 1386);
    expect(lpm).toBeGreaterThan(100);
    expect(stopS).toBeGreaterThanOrEqual(60);
    expect(stopS).toBeLessThan(80);
  });

  it('leak: about 3 starts an hour at 0.2 l/min, about 18 at 1 l/min', () => {
    const { at02, at1 } = signatures.leak.numbers;
    expect(at02).toBeGreaterThan(2.5);
    expect(at02).toBeLessThan(5);
    expect(at1).toBeGreaterThan(15);
    expect(at1).toBeLessThan(21);
  });

  it('lost precharge: twice the starts at 1 bar, many times as many with 2 l of gas', () => {
    const { lowAt1 = 0, smallAt1 = 0, smallAt02 = 0 } = signatures.wrong_precharge.numbers;
    expect(lowAt1).toBeGreaterThan(1.5);
    expect(lowAt1).toBeLessThan(2.2);
    expect(smallAt1).toBeGreaterThan(4);
    expect(smallAt02).toBeGreaterThan(8);
    expect(smallAt02).toBeGreaterThan(smallAt1);
  });

  it('blocked outlet: no flow, 7.5 bar above suction at 50 Hz, power on the no-flow curve; over-pressure stops it', () => {
    const { trappedBar, watt, hz, lpm, stopS } = signatures.blocked_outlet.numbers;
    expect(trappedBar).toBeCloseTo(7.48 + 0.2, 1);
    expect(watt).toBeCloseTo(896.4, 1);
    expect(hz).toBe(50);
    expect(lpm).toBe(0);
    expect(stopS).toBeGreaterThan(0);
    expect(stopS).toBeLessThan(10);
  });

  it('sensor break: reading 0, 50 Hz, true pressure above 7.4 bar; stopped after four seconds', () => {
    const { hz, bar, trueBar, stopS } = signatures.sensor_break.numbers;
    expect(hz).toBe(50);
    expect(bar).toBe(0);
    expect(trueBar).toBeGreaterThan(7.4);
    expect(stopS).toBeGreaterThanOrEqual(4);
    expect(stopS).toBeLessThanOrEqual(7);
  });

  it('worn impeller: the same duty takes 41.8, 43.0, 44.3 Hz and more power', () => {
    const { numbers } = signatures.worn_impeller;
    const rows = [
      ['100', 40.7, 683],
      ['95', 41.8, 714],
      ['90', 43.0, 772],
      ['85', 44.3, 839],
    ] as const;
    for (const [percent, hz, watt] of rows) {
      expect(Math.abs((numbers[`hz${percent}`] ?? 0) - hz)).toBeLessThan(0.15);
      expect(Math.abs((numbers[`watt${percent}`] ?? 0) / watt - 1)).toBeLessThan(0.03);
    }
  });

  it('failed fan: 49 °C becomes 87 °C; in a hot room the drive trips', () => {
    const { usualC = 0, failedC = 0, hotCode } = signatures.failed_fan.numbers;
    expect(Math.abs(usualC - 49)).toBeLessThan(2);
    expect(Math.abs(failedC - 87)).toBeLessThan(2);
    expect(hotCode).toBe(16);
  });

  it('under-voltage: the bus sags below the warning at 250 V, and trips with fault 10 below 202 V', () => {
    const { lowV, lowCode, tripV, tripCode } = signatures.under_voltage.numbers;
    expect(lowV).toBeLessThan(250);
    expect(lowCode).toBe(0);
    expect(tripV).toBeLessThan(202);
    expect(tripCode).toBe(10);
  });

  it('R5.10 self-start: a power cut and a trip end with a pump that is on; without it the pump stays off', () => {
    const { cutS, tripS, usualS } = signatures.self_start.numbers;
    expect(cutS).toBeCloseTo(5, 0);
    expect(tripS).toBeCloseTo(5, 0);
    expect(usualS).toBe(-1);
  });

  it('docs/simulator.md contains the figures measured here', () => {
    const docs = readFileSync(DOCS, 'utf8');
    for (const [name, { text }] of Object.entries(signatures)) {
      expect(docs, name).toMatch(new RegExp(`^\\| \`${name}\` +\\|`, 'm'));
      expect(docs, name).toContain(text);
    }
  });
});

describe('faults switched on a running plant', () => {
  it.each([
    ['dry_run', {}],
    ['pipe_burst', { flow_lpm: 300 }],
    ['wrong_precharge', { precharge_bar: 1, gas_l: 2 }],
    ['blocked_outlet', { sensor_side: 0 }],
    ['sensor_break', { reading_v: 0 }],
    ['worn_impeller', { head_percent: 85 }],
  ] as const)('%s: without it the pump is back at its duty', (name, params) => {
    const { plant, faults } = breakable(steadyDemand(at4Bar(46)));
    run(plant, 60);
    Object.assign(faults, { [name]: params });
    run(plant, 20);
    delete faults[name];
    run(plant, 180);
    expect(plant.frequencyHz).toBeCloseTo(40.7, 0);
    expect(plant.pressureBar).toBeCloseTo(4, 1);
    expect(plant.tank).toMatchObject({ prechargeBar: 2.8, volumeL: 24 });
  });

  it('air leaving the tank moves no water at that moment: the pressure stays', () => {
    const { plant, faults } = breakable(steadyDemand(0));
    run(plant, 60);
    const beforeBar = plant.pressureBar;
    faults.wrong_precharge = { precharge_bar: 0.5, gas_l: 3 };
    run(plant, 0.1);
    expect(plant.pressureBar).toBeCloseTo(beforeBar, 2);
  });

  it('a tripped drive starts only after a reset, neither by itself nor by a start command', () => {
    const { plant, faults } = breakable(steadyDemand(at4Bar(46)));
    run(plant, 60);
    faults.under_voltage = { mains_v: 130 };
    run(plant, 1);
    expect(plant).toMatchObject({ faultCode: 10, isOn: false, frequencyHz: 0 });
    delete faults.under_voltage;
    run(plant, 60);
    switchPlant(plant, true);
    expect(plant.isOn).toBe(false);
    resetPlant(plant);
    switchPlant(plant, true);
    run(plant, 120);
    expect(plant).toMatchObject({ faultCode: 0, isOn: true });
    expect(plant.frequencyHz).toBeGreaterThan(35);
  });

  it('2.2 a drive above 40 °C gives 3 % less current for each degree and turns slower', () => {
    const { plant, faults } = breakable(steadyDemand(at4Bar(100)));
    run(plant, 60);
    expect(plant.frequencyHz).toBe(50);
    faults.failed_fan = { ambient_c: 50 };
    run(plant, 60);
    expect(plant.frequencyHz).toBeLessThan(46);
    expect(plant.frequencyHz).toBeGreaterThan(35);
    delete faults.failed_fan;
    run(plant, 60);
    expect(plant.frequencyHz).toBe(50);
  });
});
