import { normal, type Random } from '../random.ts';
import type { Demand } from './demand.ts';
import { driveTemperatureC, settledDriveC } from './heat.ts';
import { outletFlowLpm, pumpFlowLpm } from './network.ts';
import { newController, type PressureController, ramp, targetHz } from './pressure-controller.ts';
import { powerW } from './pump-curve.ts';
import { fillTank, isStiff, type Tank, tankFor, tankPressureBar, tankWaterL } from './tank.ts';

/** A house with a pump: one small object, moved on by `stepPlant` and by nothing else. */
export interface Plant {
  readonly random: Random;
  readonly demand: Demand;
  readonly tank: Tank;
  readonly controller: PressureController;
  readonly setPointBar: number;
  isOn: boolean;
  timeS: number;
  frequencyHz: number;
  waterL: number;
  flowLpm: number;
  pressureBar: number;
  /** What the sensor says of `pressureBar`, with its noise and its filter. */
  sensedBar: number;
  powerW: number;
  mainsV: number;
  driveC: number;
  energyKwh: number;
  operatingH: number;
}

export interface PlantStart {
  random: Random;
  demand: Demand;
  setPointBar: number;
  pressureBar: number;
  isOn: boolean;
  isAsleep: boolean;
  energyKwh: number;
  operatingH: number;
}

const SENSOR = { noiseBar: 0.01, filterS: 1 };
const MAINS = { volt: 230, wanderV: 0.3, returnS: 60 };
const STIFF_STEPS = 20;

export function createPlant(start: PlantStart): Plant {
  const tank = tankFor(start.setPointBar);
  return {
    random: start.random,
    demand: start.demand,
    tank,
    controller: newController(start.pressureBar, start.isAsleep ? 'asleep' : 'regulating'),
    setPointBar: start.setPointBar,
    isOn: start.isOn,
    timeS: 0,
    frequencyHz: 0,
    waterL: tankWaterL(tank, start.pressureBar),
    flowLpm: 0,
    pressureBar: start.pressureBar,
    sensedBar: start.pressureBar,
    powerW: 0,
    mainsV: MAINS.volt,
    driveC: settledDriveC(0),
    energyKwh: start.energyKwh,
    operatingH: start.operatingH,
  };
}

/** The keypad, the terminal or the line says on or off; a start begins like a first start. */
export function switchPlant(plant: Plant, isOn: boolean): void {
  if (isOn && !plant.isOn) Object.assign(plant.controller, newController(plant.sensedBar));
  plant.isOn = isOn;
}

function moveMotor(plant: Plant, dtS: number): void {
  const { controller, setPointBar, sensedBar, frequencyHz } = plant;
  const wantedHz = plant.isOn ? targetHz(controller, setPointBar, sensedBar, frequencyHz, dtS) : 0;
  plant.frequencyHz = Math.max(0, ramp(frequencyHz, wantedHz, dtS));
}

function moveWater(plant: Plant, dtS: number): void {
  const openLpm = plant.demand.flowAt3BarLpm(plant.timeS);
  const steps = isStiff(plant.waterL) ? STIFF_STEPS : 1;
  for (let i = 0; i < steps; i++) {
    plant.flowLpm = pumpFlowLpm(plant.frequencyHz, plant.pressureBar);
    const netLpm = plant.flowLpm - outletFlowLpm(openLpm, plant.pressureBar);
    plant.waterL = fillTank(plant.tank, plant.waterL, netLpm, dtS / steps);
    plant.pressureBar = tankPressureBar(plant.tank, plant.waterL);
  }
}

function measure(plant: Plant, dtS: number): void {
  const { random } = plant;
  const noisyBar = plant.pressureBar + SENSOR.noiseBar * normal(random);
  plant.sensedBar += (noisyBar - plant.sensedBar) * Math.min(1, dtS / SENSOR.filterS);
  plant.mainsV += MAINS.wanderV * normal(random) * Math.sqrt(dtS);
  plant.mainsV += (MAINS.volt - plant.mainsV) * (dtS / MAINS.returnS);
}

function count(plant: Plant, dtS: number): void {
  plant.powerW = powerW(plant.frequencyHz, plant.flowLpm);
  plant.driveC = driveTemperatureC(plant.driveC, plant.powerW, dtS);
  plant.energyKwh += (plant.powerW * dtS) / 3.6e6;
  if (plant.frequencyHz > 0) plant.operatingH += dtS / 3600;
}

export function stepPlant(plant: Plant, dtS: number): void {
  plant.timeS += dtS;
  moveMotor(plant, dtS);
  moveWater(plant, dtS);
  measure(plant, dtS);
  count(plant, dtS);
}
