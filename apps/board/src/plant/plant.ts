import { LOWEST_BUS_V } from '@manoboard/domain/commands/fault-reset';
import { DAY_S, HOUR_S } from '@manoboard/domain/time';
import type { PlantFaults } from '../faults/site-faults.ts';
import type { Random } from '../random.ts';
import type { Demand } from './demand.ts';
import { deratedShare } from './heat.ts';
import { busVoltageV } from './motor.ts';
import { newController, type PressureController, ramp, targetHz } from './pressure-controller.ts';
import {
  awaitPower,
  awaitReset,
  forgetStart,
  isStartDue,
  neverStarts,
  type SelfStart,
} from './self-start.ts';
import { measure } from './sensing.ts';
import { HOUSE, type Installation, siteOf } from './site.ts';
import { type Tank, tankFor, tankWaterL } from './tank.ts';
import { doesTripPersist, type TripFacts, tripCause } from './trips.ts';
import { mendTank, moveWater, pumpPowerW } from './water.ts';

/** A house with a pump: one object, changed only by `stepPlant`. */
export interface Plant {
  readonly random: Random;
  readonly demand: Demand;
  /** Active faults; read in every step, written elsewhere. */
  readonly faults: Readonly<PlantFaults>;
  readonly controller: PressureController;
  /** Number of published pumps in series, with which the drive is scaled, or a site of its own. */
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
  selfStart: SelfStart;
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
  /** At the taps. */
  houseBar: number;
  /** How much the level of the source falls by the flow. */
  drawdownM: number;
  /** Share of air in the water. */
  airShare: number;
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
  faults?: Readonly<PlantFaults>;
  installation?: Installation;
}

/** How the drive reduces speed at its current limit, and how it recovers. */
const LIMIT = { downHzPerS: 4, upHzPerS: 1, overshoot: 1.01 };
/** Below this voltage the control supply fails, and Modbus with it. */
const LOWEST_CONTROL_V = 80;
const CLASS_V = 230;
/** How fast a room follows the weather. */
const ROOM_S = 7200;
/** Drives of 230 V stop at about 400 V. */
const HIGHEST_BUS_V = 400;

export function createPlant(start: PlantStart): Plant {
  const { installation = HOUSE } = start;
  const site = siteOf(installation);
  const tank = tankFor(start.setPointBar, site);
  return {
    random: start.random,
    demand: start.demand,
    faults: start.faults ?? {},
    installation,
    tank,
    controller: newController(start.pressureBar, start.isAsleep ? 'asleep' : 'regulating', site),
    setPointBar: start.setPointBar,
    isOn: start.isOn,
    faultCode: 0,
    atTrip: undefined,
    lostFeedback: { levelPercent: 0, afterS: 1, heldS: 0 },
    selfStart: neverStarts(),
    timeS: 0,
    frequencyHz: 0,
    ceilingHz: site.highestHz,
    waterL: tankWaterL(tank, start.pressureBar),
    flowLpm: 0,
    pressureBar: start.pressureBar,
    pumpBar: start.pressureBar,
    houseBar: start.pressureBar,
    drawdownM: 0,
    airShare: 0,
    sensedBar: start.pressureBar,
    powerW: 0,
    mainsV: site.mains.volt,
    busV: busVoltageV(site.mains.volt, 0, site.mains),
    driveC: site.heat.settledC(0, site.ambient.meanC),
    energyKwh: start.energyKwh,
    operatingH: start.operatingH,
  };
}

type Fixed = 'random' | 'demand' | 'faults' | 'installation' | 'atTrip';
/** What changes in a plant, as plain data. */
export type PlantState = Omit<Plant, Fixed>;

export function plantState({
  random: _r,
  demand: _d,
  faults: _f,
  installation: _i,
  ...rest
}: Plant): PlantState {
  return structuredClone({ ...rest, atTrip: undefined });
}

/** Continues another plant of the same installation. */
export function resumePlant(plant: Plant, state: PlantState): void {
  const { controller, ...rest } = structuredClone(state);
  Object.assign(plant, rest);
  Object.assign(plant.controller, controller);
}

/** Power of one pump of the series: current, sag and heat of the drive follow from it. */
export const shareW = ({ powerW: allW, installation }: Plant) => allW / installation.pumps;

/** 1 for a drive of 230 V. */
const voltageClass = (installation: Installation) => siteOf(installation).mains.volt / CLASS_V;

/** Whether the bus voltage can turn the motor; if not, the drive shows POFF (2100H = 5). */
export const hasBusPower = ({ busV, installation }: Plant) =>
  busV >= LOWEST_BUS_V * voltageClass(installation);

export const hasControlPower = ({ busV, installation }: Plant) =>
  busV >= LOWEST_CONTROL_V * voltageClass(installation);

/** On or off from keypad, terminal or line; a start resets the controller. */
export function switchPlant(plant: Plant, isOn: boolean): void {
  if (isOn && (plant.faultCode !== 0 || !hasBusPower(plant))) return;
  forgetStart(plant.selfStart);
  turnPlant(plant, isOn);
}

function turnPlant(plant: Plant, isOn: boolean): void {
  if (isOn && !plant.isOn)
    Object.assign(plant.controller, newController(plant.sensedBar, 'regulating', siteOf(plant.installation)));
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
    isBusHigh: plant.busV > HIGHEST_BUS_V * voltageClass(plant.installation),
    forcedCode: plant.frequencyHz > 0 ? (plant.faults.drive_trip?.code ?? 0) : 0,
  };
}

/** 2000H = 7 or STOP/RST: a fault whose cause persists is not reset. */
export function resetPlant(plant: Plant): void {
  forgetStart(plant.selfStart);
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
  awaitReset(plant.selfStart);
}

/** A drive that stopped by itself may start by itself, once the cause is gone. */
function startByItself(plant: Plant, dtS: number): void {
  const { selfStart, faultCode } = plant;
  // Most steps of most plants.
  if (faultCode === 0 && selfStart.after === undefined) return;
  // It trips on low voltage before its control supply fails.
  if (!hasControlPower(plant)) awaitPower(selfStart);
  const isCauseGone = hasBusPower(plant) && !doesTripPersist(faultCode, tripFacts(plant));
  if (!isStartDue(selfStart, isCauseGone, dtS)) return;
  plant.faultCode = 0;
  turnPlant(plant, true);
}

/** A power cut without duration: the motor stops, and starts only if the drive starts by itself. */
export function cutPower(plant: Plant): void {
  const { isOn, selfStart } = plant;
  turnPlant(plant, false);
  plant.faultCode = 0;
  plant.frequencyHz = 0;
  if (isOn || selfStart.after !== undefined) awaitPower(selfStart);
}

/** Around the drive; the afternoon is warmest. */
export function ambientC({ faults, installation, timeS }: Plant): number {
  const { meanC, swingC } = siteOf(installation).ambient;
  const swing = swingC === 0 ? 0 : swingC * Math.sin((2 * Math.PI * timeS) / DAY_S);
  const usualC = meanC + swing;
  const { frost, failed_fan: hot } = faults;
  if (!frost) return hot?.ambient_c ?? usualC;
  return frost.ambient_c + (usualC - frost.ambient_c) * Math.exp((frost.from_s - timeS) / ROOM_S);
}

/** `domain.md` 2.2: a hot GD10 gives less current, so it turns slower under load. */
function limitCurrent(plant: Plant, dtS: number): void {
  const { motor, highestHz } = siteOf(plant.installation);
  const limitA = motor.ratedCurrentA * deratedShare(ambientC(plant));
  const currentA = motor.currentA(plant.frequencyHz, shareW(plant));
  if (currentA > LIMIT.overshoot * limitA) plant.ceilingHz = plant.frequencyHz - LIMIT.downHzPerS * dtS;
  else if (currentA < limitA) plant.ceilingHz = Math.min(highestHz, plant.ceilingHz + LIMIT.upHzPerS * dtS);
}

function moveMotor(plant: Plant, dtS: number): void {
  const { controller, setPointBar, sensedBar, frequencyHz, ceilingHz, installation } = plant;
  const wantedHz = plant.isOn
    ? targetHz(controller, setPointBar, sensedBar, frequencyHz, installation, dtS)
    : 0;
  plant.frequencyHz = Math.max(0, ramp(frequencyHz, Math.min(ceilingHz, wantedHz), dtS));
}

function count(plant: Plant, dtS: number): void {
  const { faults, frequencyHz } = plant;
  const { heat, mains } = siteOf(plant.installation);
  const onePumpW = pumpPowerW(plant);
  plant.powerW = onePumpW * plant.installation.pumps;
  plant.busV = busVoltageV(plant.mainsV, onePumpW, mains);
  plant.driveC = heat.nextC(plant.driveC, onePumpW, dtS, ambientC(plant), faults.failed_fan !== undefined);
  plant.energyKwh += (plant.powerW * dtS) / 3.6e6;
  if (frequencyHz > 0) plant.operatingH += dtS / HOUR_S;
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
  startByItself(plant, dtS);
}
