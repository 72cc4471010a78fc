/** Invented machines with and without a fault, to evaluate the detector on data that it was not made for. */

export interface MachineRun {
  machine: string;
  /** `none` for a healthy machine. */
  fault: string;
  columns: string[];
  /** NaN is a missing cell. */
  rows: number[][];
  /** The healthy rows at the beginning. */
  learn: number;
  /** Whether the fault is present in each row. */
  isFaulty: boolean[];
}

type Random = () => number;

/** mulberry32 */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
const normal = (random: Random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

interface Moment {
  /** The row. */
  t: number;
  /** 0 without the fault, up to 1 while it grows. */
  fault: number;
  random: Random;
  noise: () => number;
}

interface Machine {
  columns: string[];
  faults: string[];
  rows: number;
  learn: number;
  /** Rows in which a fault grows. */
  growth: number;
  start(random: Random, fault: string, severity: number): (moment: Moment) => number[];
}

/** A water loop at one row a second that warms up while it is learned. */
const loop: Machine = {
  columns: ['vibration 1', 'vibration 2', 'current', 'pressure', 'housing', 'water', 'voltage', 'flow'],
  faults: ['closing valve', 'cavitation', 'imbalance', 'leak'],
  rows: 1200,
  learn: 400,
  growth: 60,
  start(random, kind, severity) {
    let water = 25 + 3 * random();
    const final = water + 2 * random();
    const warmUp = 300 + 2000 * random();
    let mains = 0;
    return ({ fault, noise }) => {
      const size = fault * severity;
      mains += 0.05 * noise() - 0.02 * mains;
      water += (final - water) / warmUp + 0.003 * noise();
      const shut = kind === 'closing valve' ? 0.6 * size : 0;
      const leak = kind === 'leak' ? 0.2 * size : 0;
      const unrest = kind === 'cavitation' ? 1 + 2 * size : 1;
      const swing = kind === 'imbalance' ? 0.4 * size : 0;
      return [
        0.2 + 0.2 * swing + 0.01 * unrest * noise(),
        0.27 + 0.1 * swing + 0.012 * unrest * noise(),
        1.2 - 0.3 * shut + 0.02 * mains + 0.08 * noise(),
        0.4 + 0.5 * shut - 0.3 * leak + 0.02 * mains + 0.06 * noise(),
        water + 45,
        water + 0.02 * noise(),
        230 + 5 * mains + noise(),
        32 * (1 - 0.6 * shut) * (1 + 0.005 * mains) * (1 - leak) + 0.4 * noise(),
      ];
    };
  },
};

/** Twelve sensors of three hidden quantities; one of the sensors fails. */
const plant: Machine = {
  columns: Array.from({ length: 12 }, (_, place) => `sensor ${place + 1}`),
  faults: ['bias', 'stuck', 'noise', 'drift'],
  rows: 2000,
  learn: 500,
  growth: 500,
  start(random, kind, severity) {
    const hidden = [0, 0, 0];
    const mix = this.columns.map(() => hidden.map(() => normal(random)));
    const scale = this.columns.map(() => 10 ** (3 * random() - 1));
    const memory = 0.8 + 0.19 * random();
    const broken = Math.floor(this.columns.length * random());
    let last = 0;
    const failed: Record<string, (value: number, moment: Moment) => number> = {
      bias: (value) => value + 6 * severity,
      noise: (value, { noise }) => value + 4 * severity * noise(),
      drift: (value, { fault }) => value + 12 * severity * fault,
      stuck: () => last,
    };
    return (moment) => {
      hidden.forEach((value, i) => {
        hidden[i] = memory * value + Math.sqrt(1 - memory ** 2) * moment.noise();
      });
      return mix.map((weights, place) => {
        const value =
          weights.reduce((sum, weight, i) => sum + weight * (hidden[i] ?? 0), 0) + 0.4 * moment.noise();
        if (place !== broken) return 50 + (scale[place] ?? 1) * value;
        const shown = moment.fault > 0 ? (failed[kind]?.(value, moment) ?? value) : value;
        if (moment.fault === 0) last = value;
        return 50 + (scale[place] ?? 1) * shown;
      });
    };
  },
};

/** A compressor that switches on and off at three loads. */
const compressor: Machine = {
  columns: ['on', 'flow', 'power', 'temperature', 'pressure'],
  faults: ['inefficient', 'stuck flow', 'hot'],
  rows: 3000,
  learn: 1000,
  growth: 20,
  start(_random, kind, severity) {
    const state = { isOn: false, until: 0, load: 0, flow: 0, temperature: 30 };
    return ({ t, fault, random, noise }) => {
      const size = 0.8 * severity * fault;
      if (t >= state.until) {
        state.isOn = !state.isOn;
        state.load = [0.4, 0.7, 1][Math.floor(3 * random())] ?? 1;
        state.until = t + 10 + 40 * random();
      }
      state.flow += ((state.isOn ? 50 * state.load : 0) - state.flow) / 2;
      const power = 0.4 * state.flow ** 2 * (kind === 'inefficient' ? 1 + size : 1);
      const settled = 30 + power / 40 + (kind === 'hot' ? 25 * size : 0);
      state.temperature += (settled - state.temperature) / 30 + 0.05 * noise();
      return [
        state.isOn ? 1 : 0,
        (kind === 'stuck flow' && fault > 0 ? 20 : state.flow) + 0.4 * noise(),
        power + 8 * noise(),
        state.temperature + 0.2 * noise(),
        4 - state.flow / 40 + 0.05 * noise(),
      ];
    };
  },
};

/** Cooling of a building, one row in ten minutes, with days and weather. */
const cooling: Machine = {
  columns: ['outside', 'use', 'cooling', 'inside', 'power'],
  faults: ['warm inside', 'too much cooling', 'use at night'],
  rows: 144 * 30,
  learn: 144 * 10,
  growth: 1,
  start(_random, kind, severity) {
    let weather = 0;
    return ({ t, fault, noise }) => {
      const size = 1.5 * severity * fault;
      const wave = Math.cos((2 * Math.PI * t) / 144);
      weather = 0.995 * weather + 0.1 * noise();
      const outside = 15 - 6 * wave + 2 * weather;
      const use =
        Math.max(0, 3 - 2.5 * wave) * (1 + 0.15 * noise()) + (kind === 'use at night' ? 1.5 * size : 0);
      const more = kind === 'too much cooling' ? 1 + 0.4 * size : 1;
      const cold = 0.8 * Math.max(0, outside - 12) * more + 0.3 * noise();
      const inside = 21 + 0.05 * outside + (kind === 'warm inside' ? 2 * size : 0) + 0.3 * noise();
      return [outside, use, cold, inside, 0.4 * cold + 0.5 * use + 0.2 * noise()];
    };
  },
};

/** A gearbox with changing speed, outliers, missing cells, a rounded and a constant column. */
const gearbox: Machine = {
  columns: ['speed', 'torque', 'power', 'oil', 'vibration', 'gear'],
  faults: ['bearing', 'friction', 'hot oil'],
  rows: 2500,
  learn: 600,
  growth: 50,
  start(random, kind, severity) {
    let speed = 0.6;
    let oil = 60;
    return ({ fault, noise }) => {
      const size = 1.2 * severity * fault;
      const wild = () => noise() / Math.sqrt(Math.max(0.15, random()));
      speed = Math.max(0.2, Math.min(1, speed + 0.02 * noise() + 0.02 * (0.6 - speed)));
      const torque = 100 * speed ** 2 * (kind === 'friction' ? 1 + 0.3 * size : 1) + 1.5 * wild();
      oil += (55 + 20 * speed - oil) / 200 + 0.05 * noise() + (kind === 'hot oil' ? 0.08 * size : 0);
      const vibration = 1 + 2 * speed ** 2 * (kind === 'bearing' ? 1 + 0.6 * size : 1) + 0.15 * wild();
      const row = [
        1500 * speed + 3 * noise(),
        torque,
        0.15 * torque * speed + 0.2 * wild(),
        Math.round(oil),
        vibration,
        5,
      ];
      return row.map((value) => (random() < 0.02 ? Number.NaN : value));
    };
  },
};

const machines = { loop, plant, compressor, cooling, gearbox };
export type MachineName = keyof typeof machines;
export const MACHINES = Object.keys(machines) as MachineName[];

/** Faults of a machine; the fault of a run is the seed modulo their number and one more, which is a healthy run. */
export function runMachine(name: MachineName, seed: number): MachineRun {
  const machine = machines[name];
  const random = seeded(seed);
  const fault = ['none', ...machine.faults][seed % (machine.faults.length + 1)] ?? 'none';
  const left = machine.rows - machine.learn;
  const from = machine.learn + Math.floor((0.15 + 0.4 * random()) * left);
  const to = from + Math.floor((0.15 + 0.2 * random()) * left);
  const step = machine.start(random, fault, 0.3 + 0.7 * random());
  const isFaulty = Array.from({ length: machine.rows }, (_, t) => fault !== 'none' && t >= from && t < to);
  const rows = isFaulty.map((isOn, t) =>
    step({
      t,
      fault: isOn ? Math.min(1, (t - from + 1) / machine.growth) : 0,
      random,
      noise: () => normal(random),
    }),
  );
  return { machine: name, fault, columns: machine.columns, rows, learn: machine.learn, isFaulty };
}

export interface MachineOutcome {
  fault: string;
  /** Rows behind the learned span. */
  found: number;
  missed: number;
  falseRows: number;
  healthyRows: number;
}

/** Counts the alarms that a detector raised in the rows of a machine. */
export function judgeMachine(
  { fault, isFaulty, learn: count }: MachineRun,
  scores: readonly { isAlarm: boolean }[],
): MachineOutcome {
  const outcome = { fault, found: 0, missed: 0, falseRows: 0, healthyRows: 0 };
  scores.forEach(({ isAlarm }, t) => {
    if (t < count) return;
    if (isFaulty[t]) outcome[isAlarm ? 'found' : 'missed']++;
    else {
      outcome.healthyRows++;
      if (isAlarm) outcome.falseRows++;
    }
  });
  return outcome;
}
