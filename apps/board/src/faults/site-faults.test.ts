import { describe, expect, it } from 'vitest';
import { run, startsPerHour } from '../../test/plant.ts';
import { noDemand, steadyDemand } from '../plant/demand.ts';
import { ambientC, createPlant, type Plant } from '../plant/plant.ts';
import { type Installation, type Site, siteOf } from '../plant/site.ts';
import { heatOf, motorOf, tabulatedPump } from '../plant/tabulated-pump.ts';
import { seededRandom } from '../random.ts';
import { createSimulatedSensors } from '../sensors/sensors.ts';
import type { PlantFaults } from './site-faults.ts';

/** A borehole pump of 1.5 kW and 400 V, 20 m above the water, with its sensor in the house. */
const site: Site = {
  pump: tabulatedPump({
    points: [
      { lpm: 0, m: 96, shaftW: 900 },
      { lpm: 30, m: 90, shaftW: 1150 },
      { lpm: 60, m: 72, shaftW: 1400 },
      { lpm: 85, m: 35, shaftW: 1450 },
    ],
    ratedShaftW: 1500,
    efficiency: 0.75,
    slip: 0.04,
    headExponent: 2.05,
    frictionShare: 0.02,
    powerGain: 1,
  }),
  motor: motorOf(4, 2000, 0.5),
  heat: heatOf(2000),
  mains: { volt: 400, busPerVolt: 1.35, sagVPerKw: 3 },
  lowestHz: 25,
  highestHz: 50,
  sleepHz: 40.5,
  tank: { volumeL: 50, prechargeBar: 2.8 },
  source: { kind: 'well', suctionBar: 0, liftM: 20, drawdownMPerLpm: 0.02, suctionFrictionM: 0.0005 },
  frictionM: 0.001,
  houseFrictionM: 0.0005,
  sensor: { input: 2, signal: '4-20mA', place: 'house', noiseBar: 0.01, filterS: 1, offsetBar: 0 },
  ambient: { meanC: 15, swingC: 0 },
  wifiDbm: -60,
};
const installation: Installation = { pumps: 1, sensorMaxBar: 10, site };
const DUTY_LPM = 25;

function plantAt(lpm: number, faults: PlantFaults = {}, more: Partial<Site> = {}): Plant {
  return createPlant({
    random: seededRandom(3),
    demand: lpm === 0 ? noDemand : steadyDemand(lpm),
    setPointBar: 4,
    pressureBar: 4.2,
    isOn: true,
    isAsleep: lpm === 0,
    energyKwh: 0,
    operatingH: 0,
    faults,
    installation: { ...installation, site: { ...site, ...more } },
  });
}
const healthy = run(plantAt(DUTY_LPM), 300);
const readOf = (plant: Plant) => createSimulatedSensors({ now: () => plant }, seededRandom(1)).read();

describe('a tabulated pump', () => {
  it('holds its set point and gives what is drawn, within its speed limits', () => {
    expect(healthy.houseBar).toBeCloseTo(4, 1);
    expect(healthy.flowLpm).toBeCloseTo(DUTY_LPM * Math.sqrt(4 / 3), 0);
    expect(healthy.frequencyHz).toBeGreaterThan(40);
    expect(healthy.frequencyHz).toBeLessThan(50);
  });

  it('meets its points at full load, and does not follow the affinity laws exactly', () => {
    const { pump } = site;
    expect(pump.flowLpm(50, 72, 0, 1) / 60).toBeCloseTo(1, 1);
    const byLaws = pump.powerW(50, 0) * 0.7 ** 3;
    expect(pump.powerW(35, 0) / byLaws).toBeGreaterThan(1.05);
  });

  it('sleeps without demand, and its drive has the bus of 400 V', () => {
    const plant = run(plantAt(0), 600);
    expect(plant.frequencyHz).toBe(0);
    expect(plant.busV).toBeCloseTo(540, -1);
  });
});

describe('a fault of the site does what it says', () => {
  it('air_in_suction: more speed for the same water', () => {
    const plant = run(plantAt(DUTY_LPM, { air_in_suction: { share: 0.4 } }), 300);
    expect(plant.frequencyHz).toBeGreaterThan(healthy.frequencyHz + 2);
    expect(plant.airShare).toBeGreaterThan(0);
  });

  it('check_valve_leak: the tank empties while the pump stands, so that it starts again and again', () => {
    expect(startsPerHour(plantAt(0, { check_valve_leak: { flow_lpm: 1 } }), 1)).toBeGreaterThan(3);
    expect(startsPerHour(plantAt(0), 1)).toBe(0);
  });

  it('blocked_pipe: the taps have less pressure than the tank', () => {
    const plant = run(plantAt(DUTY_LPM, { blocked_pipe: { friction_times: 50 } }), 300);
    expect(plant.pressureBar - plant.houseBar).toBeGreaterThan(1);
  });

  it.each([
    ['house', 50],
    ['pump', 0],
  ] as const)(
    'closed_valve: no water comes; with the sensor at the %s the pump runs at %i Hz',
    (place, hz) => {
      const faults: PlantFaults = {};
      const plant = run(plantAt(DUTY_LPM, faults, { sensor: { ...site.sensor, place } }), 60);
      faults.closed_valve = {};
      run(plant, 300);
      expect(plant.houseBar).toBe(0);
      expect(plant.flowLpm).toBeCloseTo(0, 1);
      expect(plant.frequencyHz).toBe(hz);
    },
  );

  it('sensor_stuck: the reading stays to the last digit while the tank empties', () => {
    const faults: PlantFaults = {};
    const plant = run(plantAt(0, faults), 60);
    faults.sensor_stuck = {};
    const beforeBar = plant.sensedBar;
    faults.leak = { flow_lpm: 5 };
    run(plant, 600);
    expect(plant.sensedBar).toBe(beforeBar);
    expect(plant.pressureBar).toBeLessThan(2);
  });

  it('sensor_offset: the true pressure is off by as much', () => {
    const plant = run(plantAt(DUTY_LPM, { sensor_offset: { bar: -1 } }), 300);
    expect(plant.houseBar).toBeCloseTo(5, 0);
  });

  it('a broken wire of 4–20 mA is 0 V, its zero is 2 V', () => {
    const broken = run(plantAt(0, { sensor_break: { reading_v: 0 } }), 5);
    expect(readOf(broken).analogInput2V).toBe(0);
    const empty = plantAt(0);
    empty.sensedBar = 0;
    expect(readOf(empty).analogInput2V).toBe(2);
  });

  it('clogged_filter and low_well: the same water needs more speed', () => {
    for (const faults of [{ clogged_filter: { friction_times: 20 } }, { low_well: { metres: 5 } }]) {
      const plant = run(plantAt(DUTY_LPM, faults), 300);
      expect(plant.frequencyHz, JSON.stringify(faults)).toBeGreaterThan(healthy.frequencyHz + 0.7);
    }
  });

  it('stiff_bearing: more power at the same speed and flow', () => {
    const plant = run(plantAt(DUTY_LPM, { stiff_bearing: { share: 0.2 } }), 300);
    expect(plant.powerW / healthy.powerW).toBeCloseTo(1.2, 1);
    expect(plant.frequencyHz).toBeCloseTo(healthy.frequencyHz, 0);
  });

  it('reverse_rotation: full speed without enough pressure', () => {
    const plant = run(plantAt(DUTY_LPM, { reverse_rotation: {} }), 600);
    expect(plant.frequencyHz).toBe(50);
    expect(plant.houseBar).toBeLessThan(3);
  });

  it('over_voltage: the bus rises, and far above its class the drive trips', () => {
    expect(run(plantAt(0, { over_voltage: { mains_v: 460 } }), 5).busV).toBeGreaterThan(600);
    expect(run(plantAt(DUTY_LPM, { over_voltage: { mains_v: 540 } }), 5).faultCode).toBe(9);
  });

  it('under_voltage of a drive of 400 V: it trips with code 10 at 226 V, not at 296 V', () => {
    expect(run(plantAt(DUTY_LPM, { under_voltage: { mains_v: 226 } }), 5).faultCode).toBe(10);
    expect(run(plantAt(DUTY_LPM, { under_voltage: { mains_v: 296 } }), 5).faultCode).toBe(0);
  });

  it('drive_trip: the drive stops with this code when the motor turns', () => {
    expect(run(plantAt(0, { drive_trip: { code: 14 } }), 60).faultCode).toBe(0);
    expect(run(plantAt(DUTY_LPM, { drive_trip: { code: 14 } }), 60)).toMatchObject({
      faultCode: 14,
      isOn: false,
    });
  });

  it('failed_fan: the drive gets 15 K warmer under load', () => {
    const usual = run(plantAt(DUTY_LPM), 3600);
    const failed = run(plantAt(DUTY_LPM, { failed_fan: { ambient_c: 15 } }), 3600);
    expect(failed.driveC - usual.driveC).toBeGreaterThan(15);
  });

  it('frost and weak_wifi: the board measures them', () => {
    const frost = { ambient_c: -5, from_s: 0 };
    const plant = run(plantAt(0, { frost, weak_wifi: { rssi_dbm: -90 } }), 8 * 3600);
    expect(ambientC(plant)).toBeCloseTo(-4.6, 1);
    const { temperatureC, rssiDbm } = readOf(plant);
    expect(temperatureC).toBeLessThan(3);
    expect(rssiDbm).toBeLessThan(-85);
  });
});

it('the default installation stays the published pump', () => {
  const { pump, tank, mains, sensor } = siteOf({ pumps: 1, sensorMaxBar: 10 });
  expect(pump.powerW(50, 0)).toBeCloseTo(896.4, 6);
  expect({ tank, mains: mains.volt, sensor: sensor.input }).toEqual({
    tank: { volumeL: 24 },
    mains: 230,
    sensor: 2,
  });
});
