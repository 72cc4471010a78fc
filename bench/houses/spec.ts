import type { PressureConfig } from '@manoboard/contract/device/device-config';
import type { PumpValues } from '@manoboard/contract/device/pump-card';
import { DAY_S } from '@manoboard/domain/time';
import { HEAD_M_PER_BAR } from '../../apps/board/src/plant/network.ts';
import type { Installation, Site, Source } from '../../apps/board/src/plant/site.ts';
import {
  heatOf,
  motorOf,
  type TabulatedPump,
  tabulatedPump,
} from '../../apps/board/src/plant/tabulated-pump.ts';
import { between, normal, type Random, seededRandom } from '../../apps/board/src/random.ts';
import { drawHabits, type Habits } from './habits.ts';

/** A house as it is, and what its technician knows about it (`card`). */
export interface HouseSpec {
  seed: number;
  name: string;
  startMs: number;
  installation: Installation & { site: Site };
  setPointBar: number;
  pressure: PressureConfig;
  habits: Habits;
  /** Strength of the Wi-Fi, how it wanders over the hours, and drops a day. */
  wifi: { dbm: number; wanderDb: number; dropsPerDay: number };
  /** Mean flow at the best point, the size of everything else. */
  bestLpm: number;
  card: PumpValues;
}

type Family = 'booster' | 'borehole' | 'jet';
/** Shapes over the flow relative to the best one: head relative to the best head, shaft power to the rated one. */
const SHAPES: Record<Family, { q: number[]; h: number[]; p: number[] }> = {
  booster: {
    q: [0, 0.25, 0.5, 0.75, 1, 1.2, 1.4, 1.55],
    h: [1.27, 1.25, 1.2, 1.12, 1, 0.85, 0.6, 0.33],
    p: [0.52, 0.62, 0.72, 0.82, 0.92, 0.98, 1, 0.99],
  },
  borehole: {
    q: [0, 0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.35],
    h: [1.38, 1.36, 1.31, 1.24, 1.13, 1, 0.74, 0.42],
    p: [0.6, 0.68, 0.76, 0.84, 0.9, 0.95, 0.97, 0.94],
  },
  jet: {
    q: [0, 0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.3],
    h: [1.72, 1.58, 1.43, 1.28, 1.14, 1, 0.7, 0.35],
    p: [0.72, 0.77, 0.82, 0.87, 0.92, 0.95, 0.97, 0.97],
  },
};
const SIZES_KW = [0.37, 0.55, 0.75, 1.1, 1.5, 2.2, 3, 4];
const TANKS_L = [8, 12, 19, 24, 35, 50, 60, 80, 100, 200];
const LEAST_LPM = 22;
const WATT_PER_LPM_M = 9.81 / 60;

const pick = <T>(random: Random, values: readonly T[]): T =>
  values[Math.floor(random() * values.length)] as T;
const round = (value: number, decimals = 0) => Math.round(value * 10 ** decimals) / 10 ** decimals;
const spread = (random: Random, share: number) => 1 + share * normal(random);

/** Days of a rise and fall of the source, and metres. */
const SWINGS: Record<Source['kind'], { m: [number, number]; days: [number, number] }> = {
  mains: { m: [0.5, 3], days: [1, 1] },
  tank: { m: [0.2, 1], days: [2, 10] },
  well: { m: [0.2, 1.5], days: [5, 60] },
};

interface Sizing {
  kw: number;
  family: Family;
  source: Source;
  setPointBar: number;
  bestM: number;
  bestLpm: number;
}

const mainsOrTank = (random: Random): Source => ({
  kind: pick(random, ['mains', 'tank'] as const),
  suctionBar: round(between(random, 0, 2), 1),
  liftM: 0,
  drawdownMPerLpm: 0,
  suctionFrictionM: between(random, 0.0003, 0.0008),
});
const well = (random: Random, deepestM: number): Source => ({
  kind: 'well',
  suctionBar: 0,
  liftM: round(between(random, 8, deepestM), 1),
  drawdownMPerLpm: between(random, 0.01, 0.06),
  suctionFrictionM: between(random, 0.0003, 0.001),
});

/** A pump that fits its house; draws again if it would give less than a shower and a tap. */
function drawSizing(random: Random): Sizing {
  for (;;) {
    const kw = pick(random, SIZES_KW);
    const isWell = random() < 0.55;
    const source = isWell ? well(random, 40) : mainsOrTank(random);
    if (source.kind === 'tank') source.suctionBar = round(between(random, 0, 0.3), 2);
    const family = isWell ? (source.liftM < 8.5 ? 'jet' : 'borehole') : random() < 0.25 ? 'jet' : 'booster';
    const setPointBar = round(between(random, 2.5, 5), 1);
    const dutyM = HEAD_M_PER_BAR * (setPointBar - source.suctionBar) + source.liftM;
    const bestM = (dutyM + 3) * between(random, 1.02, 1.25);
    const pumpEfficiency = (family === 'jet' ? 0.3 : 0.42) + 0.13 * Math.log10(kw / 0.37);
    const bestLpm = (0.93 * 1000 * kw * pumpEfficiency) / (WATT_PER_LPM_M * bestM);
    if (bestLpm >= LEAST_LPM && bestLpm < 260 && dutyM > 12)
      return { kw, family, source, setPointBar, bestM, bestLpm };
  }
}

/** The maker's points, and those of this pump: within the tolerance of ISO 9906 grade 3B. */
function drawPump(random: Random, { kw, family, bestM, bestLpm }: Sizing) {
  const { q, h, p } = SHAPES[family];
  const ratedShaftW = 1000 * kw;
  const points = (flow: number, head: number, power: number) =>
    q.map((share, n) => ({
      lpm: round(share * bestLpm * flow, 1),
      m: round((h[n] ?? 0) * bestM * head, 1),
      shaftW: round((p[n] ?? 0) * ratedShaftW * power),
    }));
  const efficiency = 0.66 + 0.13 * Math.log10(kw / 0.37) + between(random, -0.02, 0.03);
  const real: TabulatedPump = {
    points: points(spread(random, 0.03), spread(random, 0.025), spread(random, 0.03)),
    ratedShaftW,
    efficiency,
    slip: between(random, 0.02, 0.06),
    headExponent: between(random, 2, 2.1),
    frictionShare: between(random, 0.01, 0.04),
    powerGain: spread(random, 0.02),
  };
  const nominal = points(1, 1, 1).map(({ lpm, m, shaftW }) => ({ lpm, m, w: round(shaftW / efficiency) }));
  return { real, nominal };
}

function drawTankL(random: Random, bestLpm: number, isWell: boolean): number {
  const least = Math.max(8, bestLpm / 6);
  const usual = TANKS_L.filter((litres) => litres >= least && (isWell ? litres >= 19 : litres <= 100));
  return pick(random, usual);
}

interface Built {
  sizing: Sizing;
  site: Site;
  volts: 230 | 400;
  nominal: { lpm: number; m: number; w: number }[];
  sensorMaxBar: number;
  ratedA: number;
}

/** What a technician writes: the plate, the maker's curve, and what was measured at a closed valve, with its error. */
function drawCard(random: Random, { sizing, site, volts, nominal, ratedA }: Built): PumpValues {
  const { kw, source, bestM, bestLpm, setPointBar } = sizing;
  const noFlowW = site.pump.powerW(50, 0) * spread(random, 0.03);
  const noFlowBar = site.pump.closedValveHeadM(50, 1) / HEAD_M_PER_BAR + 0.08 * normal(random);
  const curve = nominal.map(({ lpm, m, w }) => ({ lpm, m: round(m, 1), w }));
  const detail = random();
  const withoutPower = curve.map(({ lpm, m }) => ({ lpm, m }));
  return {
    motor_kw: kw,
    motor_volts: volts,
    motor_phases: 3,
    motor_a: round(ratedA, 1),
    motor_rpm: 2850,
    motor_cos_phi: 0.8,
    hz_low: site.lowestHz,
    hz_high: site.highestHz,
    no_flow_w: round(noFlowW),
    no_flow_bar: Math.min(100, round(noFlowBar, 1)),
    sensor_input: site.sensor.input,
    sensor_signal: site.sensor.signal,
    sensor_place: site.sensor.place,
    pump_head_m: round(bestM),
    pump_flow_lpm: round(bestLpm),
    // Most data sheets give the power, some only the head, and some pumps have none.
    ...(detail < 0.7 ? { curve } : detail < 0.85 ? { curve: withoutPower } : {}),
    tank_l: site.tank.volumeL,
    tank_precharge_bar: round(0.7 * setPointBar, 1),
    source: source.kind,
    ...(source.kind === 'mains' && { supply_bar: source.suctionBar }),
    ...(source.kind === 'well' && {
      well_depth_m: round(source.liftM + between(random, 10, 25)),
      pump_depth_m: round(source.liftM + between(random, 6, 10)),
      rest_level_m: Math.max(0, round(source.liftM + normal(random))),
    }),
  };
}

function drawSite(random: Random, sizing: Sizing, meanC: number): Omit<Built, 'sizing'> {
  const { kw, source, setPointBar, bestLpm } = sizing;
  const { real, nominal } = drawPump(random, sizing);
  const volts = kw >= 2.2 || (kw >= 1.1 && random() < 0.4) ? 400 : 230;
  const ratedInputW = real.ratedShaftW / real.efficiency;
  const ratedA = ratedInputW / (Math.sqrt(3) * volts * 0.8);
  const pump = tabulatedPump(real);
  const sensorMaxBar = pick(random, [10, 10, 16]);
  const signal = pick(random, ['0-10V', '4-20mA'] as const);
  const belowHz = pick(random, [10, 7, 4]);
  const lowestM = source.liftM + (source.swing?.m ?? 0);
  const restM = HEAD_M_PER_BAR * (setPointBar - source.suctionBar) + lowestM;
  const holdingHz = pump.holdingHz(restM);
  // Far below the holding frequency a pump only heats its water.
  const lowestHz = Math.round(holdingHz) - belowHz;
  const site: Site = {
    pump,
    // The drive is a little larger than its motor.
    motor: { ...motorOf(ratedA, ratedInputW, between(random, 0.4, 0.6)), ratedCurrentA: 1.2 * ratedA },
    heat: heatOf(ratedInputW),
    mains:
      volts === 230
        ? { volt: 230, busPerVolt: Math.SQRT2, sagVPerKw: 8 }
        : { volt: 400, busPerVolt: 1.35, sagVPerKw: 3 },
    lowestHz,
    highestHz: 50,
    // The installer raises it until the pump sleeps.
    sleepHz: holdingHz + between(random, 0.8, 1.6),
    tank: {
      volumeL: drawTankL(random, bestLpm, source.kind === 'well'),
      prechargeBar: setPointBar * between(random, 0.62, 0.76),
    },
    source,
    frictionM: between(random, 1, 4) / bestLpm ** 2,
    houseFrictionM: between(random, 0.5, 3) / bestLpm ** 2,
    sensor: {
      input: pick(random, [1, 2] as const),
      signal,
      place: random() < 0.6 ? 'pump' : 'house',
      noiseBar: pick(random, [0.005, 0.01, 0.02, 0.04]),
      filterS: between(random, 0.5, 1.5),
      offsetBar: 0.05 * normal(random),
    },
    ambient: { meanC, swingC: between(random, 0, 4) },
  };
  return { site, volts, nominal, sensorMaxBar, ratedA };
}

/** By month, in a cellar or a shaft. */
const ROOM_C = [11, 11, 13, 15, 18, 22, 25, 25, 21, 17, 14, 12];

/** A house by its seed: the same seed gives the same house. */
export function drawSpec(seed: number): HouseSpec {
  const random = seededRandom(seed ^ 0x2545_f491);
  const month = Math.floor(12 * random());
  const sizing = drawSizing(random);
  const swings = seededRandom(seed ^ 0x6a09_e667);
  const { m, days } = SWINGS[sizing.source.kind];
  sizing.source.swing = { m: between(swings, ...m), periodS: DAY_S * between(swings, ...days) };
  const built = { sizing, ...drawSite(random, sizing, (ROOM_C[month] ?? 20) + between(random, -3, 4)) };
  const { site, volts, sensorMaxBar } = built;
  const isShaky = random() < 0.25;
  const place =
    sizing.source.kind === 'well' ? `well ${sizing.source.liftM.toFixed(0)} m` : sizing.source.kind;
  return {
    seed,
    name: `${sizing.kw} kW ${sizing.family} ${volts} V, ${place}, ${site.tank.volumeL} l`,
    startMs: Date.UTC(2026, month, 1 + Math.floor(27 * random()), 0),
    installation: { pumps: 1, sensorMaxBar, site },
    setPointBar: sizing.setPointBar,
    pressure: {
      normalizer: 1,
      min: 1.5,
      max: Math.max(5.5, sizing.setPointBar + 1),
      sensor_max: sensorMaxBar,
    },
    habits: drawHabits(random, sizing.bestLpm, month),
    wifi: isShaky
      ? {
          dbm: between(random, -83, -74),
          wanderDb: between(random, 3, 6),
          dropsPerDay: between(random, 0.5, 3),
        }
      : { dbm: between(random, -72, -48), wanderDb: between(random, 1, 3), dropsPerDay: 0.1 },
    bestLpm: sizing.bestLpm,
    card: drawCard(random, built),
  };
}
