import { DAY_S } from '@manoboard/domain/time';
import { beforeAll, describe, expect, it } from 'vitest';
import { fakeClock } from '../test/fake-clock.ts';
import { toCredentials } from './credentials.ts';
import { simulatePart } from './past-command.ts';
import type { HouseMessage } from './plant/fast-house.ts';
import { seedOf } from './random.ts';
import { lifeOf, type ScenarioName, startHouse } from './scenario.ts';

const TO_S = Date.UTC(2026, 10, 17, 12) / 1000;
const ID = 'MNB-DE0009';

function boardIn(scenario: ScenarioName, days: number, faults: object[] = []) {
  const past = { from: TO_S - days * DAY_S, to: TO_S, faults };
  const board = toCredentials({ id_dev: ID, secret: 'x', scenario, past }, 'test');
  if (!board.past) throw new Error('The board has no past.');
  const { meters } = lifeOf(scenario, seedOf(ID), 1000 * TO_S);
  return { board, past: board.past, meters };
}

async function simulate(...house: Parameters<typeof boardIn>): Promise<HouseMessage[]> {
  const { board, past, meters } = boardIn(...house);
  return (await simulatePart(board, past, past, meters)).messages;
}
const readingsOf = (messages: readonly HouseMessage[], fromS = 0, toS = TO_S) =>
  messages.flatMap(({ kind, atMs, d }) =>
    kind === 'frame' && atMs >= 1000 * fromS && atMs <= 1000 * toS ? d : [],
  );

describe('the past of the demo comes from the physics of the simulator', () => {
  let tall: HouseMessage[];
  beforeAll(async () => {
    tall = await simulate('tall_house', 1);
  });

  it('R4.4 there is a frame each minute', () => {
    expect(readingsOf(tall).length).toBeGreaterThanOrEqual(1440);
  });

  it('the energy of a day is the integral of its power', () => {
    const powers = readingsOf(tall).flatMap(({ motor_power }) => motor_power ?? []);
    const meanKw = powers.reduce((sum, kw) => sum + kw, 0) / powers.length;
    const kwh = readingsOf(tall).flatMap(({ electro_meter }) => electro_meter ?? []);
    const used = (kwh.at(-1) ?? 0) - (kwh[0] ?? 0);
    expect(used / (24 * meanKw)).toBeCloseTo(1, 2);
  });

  it('the meters never fall, and the live board goes on where they end', () => {
    const clock = fakeClock();
    clock.setUnix(1000 * TO_S);
    const live = startHouse('tall_house', seedOf(ID), clock).plant.now();
    for (const [field, first] of [
      ['electro_meter', live.energyKwh],
      ['motor_operating_hours', live.operatingH],
    ] as const) {
      const values = readingsOf(tall).flatMap((d) => d[field] ?? []);
      expect(values).toEqual(values.toSorted((a, b) => a - b));
      const missing = first - (values.at(-1) ?? 0);
      expect(missing).toBeGreaterThanOrEqual(0);
      expect(missing).toBeLessThan(1.1);
    }
  });

  it('parts of the past are simulated from the newest to the oldest, and their meters join', async () => {
    const { board, past, meters } = boardIn('household', 0.5);
    const middle = TO_S - DAY_S / 4;
    const newer = await simulatePart(board, past, { from: middle, to: TO_S }, meters);
    const older = await simulatePart(board, past, { from: past.from, to: middle }, newer.first);
    for (const field of ['electro_meter', 'motor_operating_hours'] as const) {
      const values = [...older.messages, ...newer.messages].flatMap(({ d }) => d[field] ?? []);
      const steps = values.slice(1).map((value, at) => value - (values[at] ?? 0));
      expect(Math.min(...steps)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...steps)).toBeLessThan(1.1);
      expect((values.at(-1) ?? 0) - (values[0] ?? 0)).toBeGreaterThan(0);
    }
  });

  it('a pump that was switched off uses nothing, and the house loses its pressure', async () => {
    const off = readingsOf(await simulate('stopped', 1), TO_S - DAY_S / 2);
    expect(off.length).toBeGreaterThanOrEqual(720);
    const [first, last] = [off[0]?.electro_meter, off.findLast((d) => d.electro_meter)?.electro_meter];
    expect(last).toBe(first);
    expect(
      off.filter(
        ({ pressure = 0, motor_power = 0, on_off_state_r = 3 }) =>
          pressure > 0.1 || motor_power > 0 || on_off_state_r !== 3,
      ),
    ).toEqual([]);
  });

  it('a dry well stops the pump when the alert says so, with its values, until the retry after an hour', async () => {
    const from = TO_S - DAY_S / 2;
    const messages = await simulate('household', 0.6, [{ fault: 'dry_run', from, to: from + 61 * 60 }]);
    const events = messages.flatMap((each) => (each.kind === 'event' && each.code === 'DRY_RUN' ? each : []));
    const raised = events.find(({ isRaised }) => isRaised);
    const cleared = events.find(({ isRaised, atMs }) => !isRaised && atMs > 1000 * from);
    expect(Math.abs((raised?.atMs ?? 0) / 1000 - from)).toBeLessThan(5);
    expect(raised?.d).toMatchObject({ frequency_fc: 50, motor_power: 0.31, motor_current: 3.5 });
    expect(raised?.d.pressure).toBeLessThan(0.1);
    expect(raised?.d.analog_input_3).toBeLessThan(0.1);
    expect(Math.abs((cleared?.atMs ?? 0) / 1000 - from - 61 * 60)).toBeLessThan(20);
    const meanwhile = readingsOf(messages, from + 60, from + 58 * 60);
    expect(
      meanwhile.filter(({ motor_power = 0, pressure = 0 }) => motor_power > 0 || pressure > 0.5),
    ).toEqual([]);
  });

  it('guests of the cottage leave a full tank, whose pressure stays', async () => {
    const from = Date.UTC(2026, 10, 15, 20) / 1000;
    const messages = await simulate('cottage', (TO_S - from) / DAY_S);
    const pressures = readingsOf(messages, from + 6 * 3600).flatMap(({ pressure }) => pressure ?? []);
    expect(Math.min(...pressures)).toBeGreaterThan(4.2);
  });

  it('a drive that was silent has no values of its own at that time', async () => {
    const from = TO_S - DAY_S / 8;
    const messages = await simulate('cottage', 0.25, [{ fault: 'fc_link_loss', from, to: from + 44 * 60 }]);
    const silent = readingsOf(messages, from, from + 43 * 60);
    expect(silent.length).toBeGreaterThan(40);
    expect(silent.filter(({ pressure, frequency_fc }) => pressure ?? frequency_fc)).toEqual([]);
  });
});
