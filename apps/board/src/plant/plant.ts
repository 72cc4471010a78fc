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

/** A house with a pump: one object, changed only by `stepPlant`. */
export interface Plant {
  readonly random: Random;
  readonly demand: Demand;
  /** Active faults; read in every step, written elsewhere. */
  readonly faults: Readonly<ActiveFaults>;
  readonly controller: PressureController;
  /** Number of published pumps in series; the drive is scaled with it. */
  readonly installation: Installation;
  tank: Tank;
  /** Reference of the drive's PI control; may change at any time. */
  setPointBar: number;
  isOn: boolean;
  /** The drive's fault code (`domain.md` 1.7), 0 for none; latched until `resetPlant`. */
  faultCode: number;
  /** Values measured at the last trip; undefined before the first. */
  atTrip: Readonly<Plant> | undefined;
  /** P09.11 and P09.12; at 0 % the feedback is not monitored. `heldS`: how long it has been too low. */
  lostFeedback: { levelPercent: number; afterS: number; heldS: number };
  timeS: number;
  frequencyHz: number;
  /** Speed allowed by the drive's current limit. */
  ceilingHz: number;
  waterL: number;
  flowLpm: number;
  /** In the tank and in the house. */
  pressureBar: number;
  /** Between the pump and its outlet; equal to `pressureBar` unless the outlet is blocked. */
  pumpBar: number;
  /** Reading of the sensor with its noise, filter and faults. */
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
/** How the drive reduces speed at its current limit, and how it recovers. */
const LIMIT = { downHzPerS: 4, upHzPerS: 1, overshoot: 1.01 };
/** Below this voltage the control supply fails, and Modbus with it. */
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

/** Power of one pump of the series: current, sag and heat of the drive follow from it. */
export const shareW = ({ powerW: allW, installation }: Plant) => allW / installation.pumps;

/** Whether the bus voltage can turn the motor; if not, the drive shows POFF (2100H = 5). */
export const hasBusPower = ({ busV }: Plant) => busV >= LOWEST_BUS_V;

export const hasControlPower = ({ busV }: Plant) => busV >= LOWEST_CONTROL_V;

/** On or off from keypad, terminal or line; a start resets the controller. */
export function switchPlant(plant: Plant, isOn: boolean): void {
  if (isOn && (plant.faultCode !== 0 || !hasBusPower(plant))) return;
  if (isOn && !plant.isOn) Object.assign(plant.controller, newController(plant.sensedBar));
  plant.isOn = isOn;
}

/** Feedback as a share of the sensor's span. */
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

/** 2000H = 7 or STOP/RST: a fault whose cause persists is not reset. */
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
  // A tripped inverter cuts the motor off without a ramp.
  plant.frequencyHz = 0;
}

/** `domain.md` 2.2: a hot GD10 gives less current, so it turns slower under load. */
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

/** A change of the air does not move water at once: the pressure stays, the room for water changes. */
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
  // Behind the check valve a blocked pipe keeps its highest pressure.
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
