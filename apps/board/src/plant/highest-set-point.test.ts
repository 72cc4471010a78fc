import type { PressureConfig } from '@manoboard/contract/device/device-config';
import { evaluateProtection, newProtection } from '@manoboard/domain/protection/protection';
import { protectionLimits } from '@manoboard/domain/protection/rules';
import { pressureBounds } from '@manoboard/domain/pump/pressure-bounds';
import { figuresOf } from '@manoboard/domain/pump/pump-card';
import { expect, it } from 'vitest';
import { seededRandom } from '../random.ts';
import { type ScenarioName, scenarios } from '../scenario.ts';
import { createPlant, stepPlant } from './plant.ts';
import { simulatedPump } from './simulated-pump.ts';

/** Pressure configurations per house: the defaults, and limits that a person may set. */
const TALL: PressureConfig = { normalizer: 10, min: 3, max: 20, sensor_max: 25 };
const CONFIGS: Partial<Record<ScenarioName, PressureConfig[]>> = {
  tall_house: [TALL, { ...TALL, max: 10 }, { ...TALL, max: 8.5 }],
};
const USUAL: PressureConfig[] = [{}, { min: 2, max: 4.5 }];

/** Houses with the same pump, tank and sensor run once. */
const pumps = Object.groupBy(Object.entries(scenarios), ([, { installation, setPointBar }]) =>
  JSON.stringify([installation, setPointBar]),
);
const houses = Object.values(pumps).flatMap((same = []) => {
  const names = same.map(([name]) => name);
  const [first] = same;
  if (!first) return [];
  const configs = CONFIGS[first[0] as ScenarioName] ?? USUAL;
  return configs.map((config) => ({ names: names.join(', '), house: first[1], config }));
});
/** Demand at 3 bar in l/min, before and after the change of the set point. */
const TAPS = [0, 5, 12, 20, 40, 60].flatMap((before) => [0, 5, 20].map((after) => [before, after] as const));
const CHANGED_S = 60;
const RUN_S = 200;

interface Course {
  installation: { pumps: number; sensorMaxBar: number };
  usualBar: number;
  fromBar: number;
  taps: readonly [before: number, after: number];
  closedAfterS: number;
}

/** Protections raised while the set point goes to the highest one that the console offers, and taps close. */
function protectionsOf(config: PressureConfig, course: Course): string[] {
  const { installation, usualBar, fromBar, taps, closedAfterS } = course;
  const { max } = pressureBounds(config.normalizer ?? 1, config);
  const limits = protectionLimits(config, figuresOf(simulatedPump(installation.pumps)));
  const flowAt3BarLpm = (timeS: number) => taps[timeS < CHANGED_S + closedAfterS ? 0 : 1];
  const plant = createPlant({
    random: seededRandom(7),
    demand: { flowAt3BarLpm },
    installation,
    setPointBar: usualBar,
    pressureBar: fromBar,
    isOn: true,
    isAsleep: false,
    energyKwh: 0,
    operatingH: 0,
  });
  const raised: string[] = [];
  let state = newProtection();
  for (let second = 1; second <= RUN_S; second++) {
    plant.setPointBar = second > CHANGED_S ? max : fromBar;
    for (let step = 0; step < 10; step++) stepPlant(plant, 0.1);
    const sample = {
      isOn: plant.isOn,
      canCommand: true,
      frequencyHz: plant.frequencyHz,
      highestHz: 50,
      pressureBar: plant.sensedBar,
      sensorV: (10 * plant.sensedBar) / installation.sensorMaxBar,
      powerW: plant.powerW,
      requiredBar: plant.setPointBar,
    };
    const result = evaluateProtection(state, sample, limits, 1000 * second);
    state = result.state;
    for (const action of result.actions) if (action.act === 'raise') raised.push(action.code);
  }
  return raised;
}

it.each(houses)(
  'R5.5 $names, limits $config: the highest offered set point never ends in an over-pressure stop',
  ({ house, config }) => {
    const { min, max } = pressureBounds(config.normalizer ?? 1, config);
    const { installation, setPointBar: usualBar } = house;
    const stopped = [min, usualBar, max - 0.5].flatMap((fromBar) =>
      TAPS.flatMap((taps) =>
        [5, 12, 60]
          .map((closedAfterS) => ({ installation, usualBar, fromBar, taps, closedAfterS }))
          .filter((course) => protectionsOf(config, course).includes('OVER_PRESSURE')),
      ),
    );
    expect(stopped).toEqual([]);
  },
);
