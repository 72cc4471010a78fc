import type { PlantFaults } from '../faults/site-faults.ts';
import { normal, type Random } from '../random.ts';
import type { Demand } from './demand.ts';
import { closedValveBar, houseBar, outletFlowLpm, staticHeadM } from './network.ts';
import { type Installation, type Site, siteOf } from './site.ts';
import { fillTank, isStiff, type Tank, tankPressureBar, tankWaterL } from './tank.ts';

/** The part of a plant in which water moves. */
interface Hydraulics {
  readonly random: Random;
  readonly demand: Demand;
  readonly faults: Readonly<PlantFaults>;
  readonly installation: Installation;
  readonly timeS: number;
  readonly frequencyHz: number;
  tank: Tank;
  waterL: number;
  flowLpm: number;
  pressureBar: number;
  pumpBar: number;
  houseBar: number;
  drawdownM: number;
  airShare: number;
}

const STIFF_STEPS = 20;
/** A pump loses head faster than power by the air that it carries. */
const AIR = { head: 0.9, power: 0.75, slugS: 20, spread: 0.12 };
/** A centrifugal pump that turns backwards. */
const REVERSE = { head: 0.45, power: 0.8 };
/** How fast the level of a well follows the flow. */
const WELL_S = 120;

/** A change of the air does not move water at once: the pressure stays, the room for water changes. */
export function mendTank(plant: Hydraulics): void {
  const { wrong_precharge: wrong } = plant.faults;
  const { tank } = plant;
  const prechargeBar = wrong?.precharge_bar ?? tank.ownPrechargeBar;
  const volumeL = wrong?.gas_l ?? siteOf(plant.installation).tank.volumeL;
  if (tank.prechargeBar === prechargeBar && tank.volumeL === volumeL) return;
  plant.tank = { ...tank, prechargeBar, volumeL };
  plant.waterL = tankWaterL(plant.tank, plant.pressureBar);
}

/** Air arrives in slugs: its share wanders around the mean. */
function mixAir(plant: Hydraulics, dtS: number): void {
  const { air_in_suction: air } = plant.faults;
  if (!air) {
    plant.airShare = 0;
    return;
  }
  const pull = Math.min(1, dtS / AIR.slugS);
  const noise = AIR.spread * Math.sqrt(2 * pull) * normal(plant.random);
  plant.airShare = Math.min(
    0.9,
    Math.max(0.05, plant.airShare + (air.share - plant.airShare) * pull + noise),
  );
}

/** Share of the head that wear, air and direction leave. */
const headShare = ({ faults, airShare }: Hydraulics) =>
  ((faults.worn_impeller?.head_percent ?? 100) / 100) *
  (1 - AIR.head * airShare) *
  (faults.reverse_rotation ? REVERSE.head : 1);

/** Share of the power of a healthy pump at the same speed and flow. */
const powerShare = ({ faults, airShare }: Hydraulics) =>
  (1 - AIR.power * airShare) *
  (faults.reverse_rotation ? REVERSE.power : 1) *
  (1 + (faults.stiff_bearing?.share ?? 0));

const isShut = (faults: PlantFaults) => faults.dry_run !== undefined || faults.blocked_outlet !== undefined;

/** How much lower the source is than at rest. */
function lowerM({ faults, drawdownM, timeS }: Hydraulics, { source: { swing } }: Site): number {
  const swingM = swing ? swing.m * Math.sin((2 * Math.PI * timeS) / swing.periodS) : 0;
  return drawdownM + swingM + (faults.low_well?.metres ?? 0);
}

function pumpFlowLpm(plant: Hydraulics, site: Site, share: number): number {
  const { faults, frequencyHz, pressureBar } = plant;
  if (isShut(faults)) return 0;
  const { source, frictionM, pump } = site;
  const clogging = (faults.clogged_filter?.friction_times ?? 1) - 1;
  return pump.flowLpm(
    frequencyHz,
    staticHeadM(site, pressureBar, lowerM(plant, site)),
    frictionM + clogging * source.suctionFrictionM,
    share,
  );
}

/** Friction between the tank and the house. */
function houseFrictionM({ faults }: Hydraulics, { houseFrictionM: ownM, frictionM }: Site): number {
  const { blocked_pipe: blocked } = faults;
  return blocked ? blocked.friction_times * Math.max(ownM, frictionM) : ownM;
}

/** Water that leaves the tank. */
function leavingLpm(plant: Hydraulics, openLpm: number, frictionM: number): number {
  const { faults, pressureBar, flowLpm } = plant;
  const back = flowLpm > 0 ? 0 : outletFlowLpm(faults.check_valve_leak?.flow_lpm ?? 0, pressureBar);
  if (faults.closed_valve) return back;
  const behindBar = frictionM === 0 ? pressureBar : houseBar(openLpm, pressureBar, frictionM);
  return outletFlowLpm(openLpm, behindBar) + back;
}

/** Pressure at the taps; behind a closed valve the first tap empties the pipes. */
function moveHouse(plant: Hydraulics, openLpm: number, frictionM: number): void {
  if (plant.faults.closed_valve) plant.houseBar = openLpm > 0 ? 0 : plant.houseBar;
  else plant.houseBar = frictionM === 0 ? plant.pressureBar : houseBar(openLpm, plant.pressureBar, frictionM);
}

export function moveWater(plant: Hydraulics, dtS: number): void {
  const { faults, tank, frequencyHz } = plant;
  const site = siteOf(plant.installation);
  mixAir(plant, dtS);
  const openLpm =
    plant.demand.flowAt3BarLpm(plant.timeS) +
    (faults.leak?.flow_lpm ?? 0) +
    (faults.pipe_burst?.flow_lpm ?? 0);
  const share = headShare(plant);
  const frictionM = houseFrictionM(plant, site);
  const steps = isStiff(plant.waterL) ? STIFF_STEPS : 1;
  for (let i = 0; i < steps; i++) {
    plant.flowLpm = pumpFlowLpm(plant, site, share);
    const netLpm = plant.flowLpm - leavingLpm(plant, openLpm, frictionM);
    plant.waterL = fillTank(tank, plant.waterL, netLpm, dtS / steps);
    plant.pressureBar = tankPressureBar(tank, plant.waterL);
  }
  const { drawdownMPerLpm } = site.source;
  plant.drawdownM += (drawdownMPerLpm * plant.flowLpm - plant.drawdownM) * Math.min(1, dtS / WELL_S);
  moveHouse(plant, openLpm, frictionM);
  // Behind the check valve a blocked pipe keeps its highest pressure.
  if (!faults.blocked_outlet) plant.pumpBar = plant.pressureBar;
  else if (!faults.dry_run)
    plant.pumpBar = Math.max(plant.pumpBar, closedValveBar(site, frequencyHz, share, lowerM(plant, site)));
}

/** Power of one pump of the series. */
export function pumpPowerW(plant: Hydraulics): number {
  const { pump } = siteOf(plant.installation);
  const { frequencyHz, flowLpm, faults } = plant;
  return (
    (faults.dry_run ? pump.dryPowerW(frequencyHz) : pump.powerW(frequencyHz, flowLpm)) * powerShare(plant)
  );
}
