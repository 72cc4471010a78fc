import type { CommissioningPoint, RecordedStep } from '@manoboard/contract/device/commissioning';
import type { Message } from '@manoboard/contract/mqtt/topics';
import { getProfile } from '@manoboard/domain/fc/profiles';
import type { Frame } from '@manoboard/domain/history/frame';
import { createConfirmedValues } from '@manoboard/domain/history/rollup';
import { judgeStep } from '@manoboard/domain/pump/commissioning';
import { switchOf } from '@manoboard/domain/pump/pump';
import { freePort } from '@manoboard/testkit/free-port';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterEach, expect, it } from 'vitest';
import { startBoard } from '../src/board.ts';
import { createModbusDrive } from '../src/drive/modbus-drive.ts';
import { serveTcp } from '../src/drive/simulated/gd10-server.ts';
import { createProfileSlave } from '../src/drive/simulated/profile-slave.ts';
import { createBoardSecrets } from '../src/identity/board-secrets.ts';
import type { LinkEvents } from '../src/link/link.ts';
import { fakeClock } from './fake-clock.ts';
import { addressOf } from './gd10-world.ts';
import { cmdAt, ID_DEV } from './parts.ts';

/** A pump of 1.5 kW behind a check valve: power and pressure with a closed valve. */
const PUMP = { noFlowKw: 0.86, riseBar: 7.2, restBar: 3 };
const SPEEDS = Array.from({ length: 15 }, (_, index) => 26 + index);
const METRICS = ['frequency_fc', 'motor_power', 'pressure', 'on_off_state_r', 'required_pressure'] as const;

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** The board program beside the register simulator of a profile, over Modbus TCP. Only fake time passes. */
async function aSite(fcType: string) {
  const clock = fakeClock();
  const profile = getProfile(fcType);
  const slave = createProfileSlave(profile);
  const port = await freePort();
  stops.push((await serveTcp(slave, 1, { host: '127.0.0.1', port })).close);
  const reached = addressOf(`modbus:tcp://127.0.0.1:${port}?unit=1&kw=1.5&unverified=1&identity=skip`);
  // Fake time passes faster than the line answers.
  const address = { ...reached, timeoutMs: 600_000 };
  const frames: Message<'tele'>[] = [];
  const acks: Message<'ack'>[] = [];
  let events: LinkEvents | undefined;
  const drive = createModbusDrive({ address, profile, clock });
  stops.push(() => drive.close());
  const board = startBoard({
    identity: { deviceId: ID_DEV, fcId: 'FC-00A1B2', fcType },
    mqtt: { url: '' },
    secrets: createBoardSecrets({ secret: '' }),
    boot: 1,
    drive,
    sensors: { read: () => ({}) },
    clock,
    random: () => 0.5,
    openLink: (_login, of) => {
      events = of;
      queueMicrotask(of.onConnected);
      return {
        async publish(name, message) {
          if (name === 'tele') frames.push(message as Message<'tele'>);
          if (name === 'ack') acks.push(message as Message<'ack'>);
        },
        reconnect: () => undefined,
        abandon: () => undefined,
        close: async () => undefined,
      };
    },
  });
  stops.push(() => board.stop());

  /** Lets fake time pass until it is so; the Modbus line answers in real time. */
  const until = (what: string, isSo: () => boolean) =>
    waitFor(
      async () => {
        await clock.advance(200);
        return isSo();
      },
      { what, everyMs: 1 },
    );
  const send = (name: 'cmd' | 'cfg/desired', message: object) =>
    events?.onMessage({
      name,
      n: undefined,
      isRetained: false,
      payload: Buffer.from(JSON.stringify(message)),
    });
  async function turn(isOn: boolean) {
    const before = acks.length;
    send('cmd', cmdAt(clock, isOn));
    await until('the answer of the drive', () => acks.slice(before).some(({ st }) => st === 'done'));
  }
  /** `count` frames while the drive measures this. */
  async function measure(hz: number, { load = 1, bar }: { load?: number; bar?: number } = {}, count = 1) {
    const pressureBar = bar ?? Math.max(PUMP.restBar, 0.2 + PUMP.riseBar * (hz / 50) ** 2);
    slave.measure({
      frequencyHz: hz,
      motorPower: load * PUMP.noFlowKw * (hz / 50) ** 3,
      pressure: 10 * pressureBar,
    });
    const from = frames.length + 1;
    await until(`frames at ${hz} Hz`, () => frames.length >= from + count);
  }
  /** The step by the frames of its time, as the server judges it. */
  async function record(step: RecordedStep, act: () => Promise<void>, entry = {}) {
    const from = frames.length;
    await act();
    const { values, apply } = createConfirmedValues(METRICS);
    const points = frames.flatMap(({ ts, boot, seq, fc, d, na = [] }, at): CommissioningPoint[] => {
      apply({ tsMs: 1000 * ts, boot, seq, fc, d, na } as Frame);
      const of = (metric: (typeof METRICS)[number]) => {
        const value = values.find((known) => known.metric === metric)?.value ?? Number.NaN;
        return Number.isNaN(value) ? null : value;
      };
      const power = switchOf({ on_off_state_r: of('on_off_state_r') });
      return at < from
        ? []
        : [
            {
              at: ts,
              hz: of('frequency_fc'),
              kw: of('motor_power'),
              bar: of('pressure'),
              a: null,
              on: power === 'unknown' ? null : power === 'on',
              required_bar: of('required_pressure'),
            },
          ];
    });
    return judgeStep(step, points, { card: {}, entry });
  }
  send('cfg/desired', { v: 1, ver: 1, cfg: { tele_s: 1, tele_idle_s: 5 } });
  await until('the first frame', () => frames.length > 0);
  return { slave, turn, measure, record };
}

/** Every recorded step; a step that the drive cannot do gives the reason by which it is skipped. */
async function commission(fcType: string) {
  const { turn, measure, record } = await aSite(fcType);
  const sensor = await record('sensor', () => measure(0, {}, 4), { manometer_bar: PUMP.restBar });
  await turn(true);
  const sweep = async () => {
    for (const hz of SPEEDS) await measure(hz);
  };
  const rotation = await record('rotation', async () => {
    await measure(0);
    await sweep();
  });
  const closedValve = await record('closed_valve', async () => {
    await measure(0);
    await sweep();
    await turn(false);
    await measure(0, { bar: 4.8 }, 3);
  });
  await turn(true);
  const openTap = await record('open_tap', () => measure(38, { load: 1.4, bar: 4 }, 5));
  const hold = await record('hold', async () => {
    for (const hz of [38, 0, 36]) await measure(hz, { bar: 4 }, 2);
  });
  return { sensor, rotation, closed_valve: closedValve, open_tap: openTap, hold };
}

it('a VLT FC 51 over Modbus TCP passes every recorded step of a commissioning', async () => {
  const steps = await commission('VLT-FC51');
  expect(
    Object.entries(steps).map(([name, { is_accepted, remarks }]) => [name, is_accepted, ...remarks]),
  ).toEqual([
    ['sensor', true],
    ['rotation', true, 'not_compared'],
    ['closed_valve', true],
    ['open_tap', true, 'no_curve'],
    ['hold', true],
  ]);
  expect(steps.closed_valve.figures.no_flow_w).toBeCloseTo(1000 * PUMP.noFlowKw, -2);
  // Frames leave small changes of the pressure out.
  expect(Math.abs((steps.closed_valve.figures.no_flow_bar ?? 0) - PUMP.riseBar)).toBeLessThan(1.5);
});

it('a SINAMICS V20, whose pressure is not read, passes sleep and wake; the other steps say what is missing', async () => {
  const steps = await commission('SINAMICS-V20');
  expect(
    Object.entries(steps).map(([name, { is_accepted, remarks }]) => [name, is_accepted, ...remarks]),
  ).toEqual([
    ['sensor', false, 'too_few_points'],
    ['rotation', false, 'not_running'],
    ['closed_valve', false, 'not_running'],
    ['open_tap', false, 'not_running'],
    ['hold', true],
  ]);
});
