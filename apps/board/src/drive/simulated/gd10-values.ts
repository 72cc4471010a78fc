import { gd10 } from '@manoboard/domain/fc/gd10';
import { getRegister } from '@manoboard/domain/fc/profile';
import { toWord } from '@manoboard/domain/fc/register';
import { motorCurrentA, motorRpm, outputVoltageV, RATED_POWER_W } from '../../plant/motor.ts';
import { feedbackPercent, hasBusPower, type Plant, shareW } from '../../plant/plant.ts';
import { RATED_HZ } from '../../plant/pump-curve.ts';
import { sensorVolt } from '../../plant/sensing.ts';
import { RunState } from '../drive.ts';

const CHANNEL_BIT = 5;

export const ratedKw = ({ installation }: Plant) => (installation.pumps * RATED_POWER_W) / 1000;

const percentOf = (bar: number, { installation }: Plant) => (100 * bar) / installation.sensorMaxBar;

function runStateOf(plant: Plant): number {
  if (plant.faultCode !== 0) return RunState.fault;
  if (!hasBusPower(plant)) return RunState.noPower;
  return plant.isOn ? RunState.forward : RunState.stopped;
}

const powerPercent = (plant: Plant) => (100 * shareW(plant)) / RATED_POWER_W;
const torquePercent = (plant: Plant) =>
  plant.frequencyHz > 0 ? (powerPercent(plant) * RATED_HZ) / plant.frequencyHz : 0;

/** Register values from the plant, in the register's unit. */
const measured: Record<string, (plant: Plant, runChannel: number) => number> = {
  run_state: runStateOf,
  status_bits: (plant, runChannel) => (hasBusPower(plant) ? 1 : 0) | (runChannel << CHANNEL_BIT),
  fault_code: ({ faultCode }) => faultCode,
  fault_code_copy: ({ faultCode }) => faultCode,
  running_frequency: ({ frequencyHz }) => frequencyHz,
  set_frequency: ({ frequencyHz }) => frequencyHz,
  bus_voltage: ({ busV }) => busV,
  output_voltage: ({ frequencyHz, mainsV }) => outputVoltageV(frequencyHz, mainsV),
  output_current: (plant) => plant.installation.pumps * motorCurrentA(plant.frequencyHz, shareW(plant)),
  motor_speed: ({ frequencyHz }) => motorRpm(frequencyHz),
  output_power: powerPercent,
  output_torque: torquePercent,
  pid_set: (plant) => percentOf(plant.setPointBar, plant),
  pid_measured: feedbackPercent,
  input_terminals: () => 0,
  output_terminals: () => 0,
  analog_input_1: () => 0,
  analog_input_2: (plant) => Math.min(10, Math.max(0, sensorVolt(plant, plant.sensedBar))),
  multistep: () => 0,
  external_count: () => 0,
  torque_set: () => 0,
  module_temperature: ({ driveC }) => driveC,
  operating_hours: ({ operatingH }) => Math.floor(operatingH),
  energy_high: ({ energyKwh }) => 1000 * Math.floor(energyKwh / 1000),
  energy_low: ({ energyKwh }) => Math.floor((energyKwh % 1000) * 10) / 10,
};

type Measure = (plant: Plant, runChannel: number) => number;

const wordReader = (name: string): [number, Measure] => {
  const register = getRegister(gd10, name);
  const value = measured[name] ?? (() => 0);
  return [register.address, (plant, runChannel) => toWord(register, value(plant, runChannel)) ?? 0xffff];
};

/** Registers that follow the plant, by address. */
export const MEASURED: ReadonlyMap<number, Measure> = new Map(Object.keys(measured).map(wordReader));

/** Parameters of a new drive set up for this board, as raw words. */
export const DEFAULTS: Readonly<Record<number, number>> = {
  3: 5000,
  4: 5000,
  5: 2500,
  6: 7,
  11: 50,
  12: 25,
  275: 2,
  276: 5,
  278: 10,
  2077: 10,
  2306: 1,
  2308: 200,
  2309: 150,
  2316: 10,
  3584: 1,
  3585: 4,
  3586: 1,
  3587: 5,
};

/** Largest absolute value that a parameter or command accepts; others accept any. */
export const HIGHEST: Readonly<Record<number, number>> = {
  1: 2,
  2: 3,
  6: 8,
  275: 2,
  276: 36_000,
  277: 1,
  278: 36_000,
  2076: 10,
  2077: 36_000,
  2304: 6,
  2305: 1000,
  2306: 4,
  2315: 1000,
  2316: 36_000,
  3584: 247,
  3585: 7,
  3586: 5,
  3587: 200,
  3588: 600,
  3589: 3,
  8192: 8,
  8193: 5000,
  8194: 1000,
  8195: 1000,
  8202: 0x1ff,
  8203: 0x0f,
  8205: 1000,
};
