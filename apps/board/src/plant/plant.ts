import { LOWEST_BUS_V } from '@manoboard/domain/commands/fault-reset';
import type { ActiveFaults } from '../faults/faults.ts';
import type { Random } from '../random.ts';
import type { Demand } from './demand.ts';
import { AMBIENT_C, deratedShare, driveTemperatureC, settledDriveC } from './heat.ts';
import { busVoltageV, motorCurrentA, RATED_CURRENT_A } from './motor.ts';
import { closedValveBar, outletFlowLpm, pumpFlowLpm } from './network.ts';
import {
  HOUSE,
  type Installation,
  newController,
  type PressureController,
  ramp,
  targetHz,
} from './pressure-controller.ts';
import { dryPowerW, powerW, RATED_HZ } from './pump-curve.ts';
import { MAINS_V, measure } from './sensing.ts';
import { fillTank, isStiff, TANK_L, type Tank, tankFor, tankPressureBar, tankWaterL } from './tank.ts';
import { doesTripPersist, type TripFacts, tripCause } from './trips.ts';

/** A house with a pump: one small object, moved on by `stepPlant` and by nothing else. */
export interface Plant {
  readonly random: Random;
  readonly demand: Demand;
  /** What is broken at the moment; somebody else's switches, looked at in every step. */
  readonly faults: Readonly<ActiveFaults>;
  readonly controller: PressureController;
  /** A row of the published pump, and a drive as many times its size. */
  readonly installation: Installation;
  tank: Tank;
  /** The goal of the drive's PI control; may be changed at any time. */
  setPointBar: number;
  isOn: boolean;
  /** The drive's fault code (`domain.md` 1.7), 0 for none; it stands until `resetPlant`. */
  faultCode: number;
  /** What the drive measured as it tripped; nothing before the first trip. */
  atTrip: Readonly<Plant> | undefined;
  /** P09.11 and P09.12; at 0 % the feedback is not watched. `heldS`: how long it has been so low. */
  lostFeedback: { levelPercent: number; afterS: number; heldS: number };
  timeS: number;
  frequencyHz: number;
  /** The speed that the drive's current limit allows. */
  ceilingHz: number;
  waterL: number;
  flowLpm: number;
  /** In the tank and in the house. */
  pressureBar: number;
  /** Between the pump and its outlet; the same as `pressureBar` unless the outlet is blocked. */
  pumpBar: number;
  /** What the sensor says, with its noise, its filter and its faults. */
  sensedBar: number;
  powerW: number;
  mainsV: number;
  busV: number;
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
  faults?: Readonly<ActiveFaults>;
  installation?: Installation;
}

const STIFF_STEPS = 20;
/** How the drive gives way to its current limit, and how it comes back. */
const LIMIT = { downHzPerS: 4, upHzPerS: 1, overshoot: 1.01 };
/** Below this one its own supply gives up, and with it its Modbus. */
const LOWEST_CONTROL_V = 80;

export function createPlant(start: PlantStart): Plant {
  const tank = tankFor(start.setPointBar);
  return {
    random: start.random,
    demand: start.demand,
    faults: start.faults ?? {},
    installation: start.installation ?? HOUSE,
    tank,
    controller: newController(start.pressureBar, start.isAsleep ? 'asleep' : 'regulating'),
    setPointBar: start.setPointBar,
    isOn: start.isOn,
    faultCode: 0,
    atTrip: undefined,
    lostFeedback: { levelPercent: 0, afterS: 1, heldS: 0 },
    timeS: 0,
    frequencyHz: 0,
    ceilingHz: RATED_HZ,
    waterL: tankWaterL(tank, start.pressureBar),
    flowLpm: 0,
    pressureBar: start.pressureBar,
    pumpBar: start.pressureBar,
    sensedBar: start.pressureBar,
    powerW: 0,
    mainsV: MAINS_V,
    busV: busVoltageV(MAINS_V, 0),
    driveC: settledDriveC(0),
    energyKwh: start.energyKwh,
    operatingH: start.operatingH,
  };
}

/** What one pump of the row takes: a drive of that size has its current, its sag and its heat from it. */
export const shareW = ({ powerW: allW, installation }: Plant) => allW / installation.pumps;

/** Is there enough voltage on the bus to turn the motor? Without it the drive shows POFF (2100H = 5). */
export const hasBusPower = ({ busV }: Plant) => busV >= LOWEST_BUS_V;

export const hasControlPower = ({ busV }: Plant) => busV >= LOWEST_CONTROL_V;

/** The keypad, the terminal or the line says on or off; a start begins like a first start. */
export function switchPlant(plant: Plant, isOn: boolean): void {
  if (isOn && (plant.faultCode !== 0 || !hasBusPower(plant))) return;
  if (isOn && !plant.isOn) Object.assign(plant.controller, newController(plant.sensedBar));
  plant.isOn = isOn;
}

/** The share of the sensor's span that the drive reads. */
export const feedbackPercent = ({ sensedBar, installation }: Plant) =>
  (100 * sensedBar) / installation.sensorMaxBar;

function tripFacts(plant: Plant): TripFacts {
  const { levelPercent, afterS, heldS } = plant.lostFeedback;
  const isFeedbackLow = levelPercent > 0 && feedbackPercent(plant) <= levelPercent;
  return {
    isOn: plant.isOn,
    driveC: plant.driveC,
    hasBusPower: hasBusPower(plant),
    isFeedbackLow,
    isFeedbackLost: isFeedbackLow && heldS > afterS,
  };
}

/** 2000H = 7, or STOP/RST: a fault whose cause persists stays. */
export function resetPlant(plant: Plant): void {
  if (!doesTripPersist(plant.faultCode, tripFacts(plant))) plant.faultCode = 0;
}

function checkTrips(plant: Plant, dtS: number): void {
  const facts = tripFacts(plant);
  plant.lostFeedback.heldS = plant.isOn && facts.isFeedbackLow ? plant.lostFeedback.heldS + dtS : 0;
  if (plant.faultCode !== 0) return;
  const code = tripCause(facts);
  if (code === 0) return;
  plant.atTrip = { ...plant, atTrip: undefined };
  plant.faultCode = code;
  plant.isOn = false;
  // A tripped inverter lets go of its motor: no ramp.
  plant.frequencyHz = 0;
}

/** `domain.md` 2.2: a GD10 in a hot room gives less current, so it turns slower where it would need more. */
function limitCurrent(plant: Plant, dtS: number): void {
  const limitA = RATED_CURRENT_A * deratedShare(plant.faults.failed_fan?.ambient_c ?? AMBIENT_C);
  const currentA = motorCurrentA(plant.frequencyHz, shareW(plant));
  if (currentA > LIMIT.overshoot * limitA) plant.ceilingHz = plant.frequencyHz - LIMIT.downHzPerS * dtS;
  else if (currentA < limitA) plant.ceilingHz = Math.min(RATED_HZ, plant.ceilingHz + LIMIT.upHzPerS * dtS);
}

function moveMotor(plant: Plant, dtS: number): void {
  const { controller, setPointBar, sensedBar, frequencyHz, ceilingHz, installation } = plant;
  const wantedHz = plant.isOn
    ? targetHz(controller, setPointBar, sensedBar, frequencyHz, installation, dtS)
    : 0;
  plant.frequencyHz = Math.max(0, ramp(frequencyHz, Math.min(ceilingHz, wantedHz), dtS));
}

/** Air that came or went does not move the water at once: the pressure stays, the room for water does not. */
function mendTank(plant: Plant): void {
  const { wrong_precharge: wrong } = plant.faults;
  const { tank } = plant;
  const prechargeBar = wrong?.precharge_bar ?? tank.ownPrechargeBar;
  const volumeL = wrong?.gas_l ?? TANK_L;
  if (tank.prechargeBar === prechargeBar && tank.volumeL === volumeL) return;
  plant.tank = { ...tank, prechargeBar, volumeL };
  plant.waterL = tankWaterL(plant.tank, plant.pressureBar);
}

function moveWater(plant: Plant, dtS: number): void {
  const { faults, tank, frequencyHz } = plant;
  const { pumps } = plant.installation;
  const openLpm =
    plant.demand.flowAt3BarLpm(plant.timeS) +
    (faults.leak?.flow_lpm ?? 0) +
    (faults.pipe_burst?.flow_lpm ?? 0);
  const wear = (faults.worn_impeller?.head_percent ?? 100) / 100;
  const isShut = faults.dry_run !== undefined || faults.blocked_outlet !== undefined;
  const steps = isStiff(plant.waterL) ? STIFF_STEPS : 1;
  for (let i = 0; i < steps; i++) {
    plant.flowLpm = isShut ? 0 : pumpFlowLpm(frequencyHz, plant.pressureBar, wear, pumps);
    const netLpm = plant.flowLpm - outletFlowLpm(openLpm, plant.pressureBar);
    plant.waterL = fillTank(tank, plant.waterL, netLpm, dtS / steps);
    plant.pressureBar = tankPressureBar(tank, plant.waterL);
  }
  // Behind the check valve a blocked pipe keeps the highest pressure that the pump ever gave it.
  if (!faults.blocked_outlet) plant.pumpBar = plant.pressureBar;
  else if (!faults.dry_run) plant.pumpBar = Math.max(plant.pumpBar, closedValveBar(frequencyHz, wear, pumps));
}

function count(plant: Plant, dtS: number): void {
  const { faults, frequencyHz } = plant;
  const onePumpW = faults.dry_run ? dryPowerW(frequencyHz) : powerW(frequencyHz, plant.flowLpm);
  plant.powerW = onePumpW * plant.installation.pumps;
  plant.busV = busVoltageV(plant.mainsV, onePumpW);
  plant.driveC = driveTemperatureC(plant.driveC, onePumpW, dtS, {
    ambientC: faults.failed_fan?.ambient_c ?? AMBIENT_C,
    isFanFailed: faults.failed_fan !== undefined,
  });
  plant.energyKwh += (plant.powerW * dtS) / 3.6e6;
  if (frequencyHz > 0) plant.operatingH += dtS / 3600;
}

export function stepPlant(plant: Plant, dtS: number): void {
  plant.timeS += dtS;
  mendTank(plant);
  limitCurrent(plant, dtS);
  moveMotor(plant, dtS);
  moveWater(plant, dtS);
  measure(plant, dtS);
  count(plant, dtS);
  checkTrips(plant, dtS);
}
