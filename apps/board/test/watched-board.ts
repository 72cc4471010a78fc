import type { BoardPump } from '@manoboard/contract/device/board-pump';
import type { BoardTag, DeviceConfig } from '@manoboard/contract/device/device-config';
import type { Event } from '@manoboard/contract/mqtt/event';
import { type Message, topics } from '@manoboard/contract/mqtt/topics';
import { evaluate, newRuleState, remember } from '@manoboard/domain/alerts/rules/evaluate';
import type { RuleInput } from '@manoboard/domain/alerts/rules/inputs';
import { GAP_MS } from '@manoboard/domain/alerts/rules/observe';
import { createAlertLog, createFrameInputs } from '@manoboard/domain/alerts/rules/replay';
import { factsOf } from '@manoboard/domain/fc/faults';
import type { Frame } from '@manoboard/domain/history/frame';
import { startBoard } from '../src/board.ts';
import type { Disk } from '../src/disk/disk.ts';
import { RunChannel } from '../src/drive/drive.ts';
import { createSimulatedGd10 } from '../src/drive/simulated/simulated-gd10.ts';
import { driveOf, portOf } from '../src/drive/simulated-drive.ts';
import { createFaultSwitches } from '../src/faults/fault-switches.ts';
import { faultyClock } from '../src/faults/faults.ts';
import { faultyLink } from '../src/faults/faulty-link.ts';
import { faultyPort } from '../src/faults/faulty-port.ts';
import { createBoardSecrets } from '../src/identity/board-secrets.ts';
import type { LinkEvents, OpenLink, UpTopic } from '../src/link/link.ts';
import { type Demand, steadyDemand } from '../src/plant/demand.ts';
import { followClock } from '../src/plant/live-plant.ts';
import { hasControlPower } from '../src/plant/plant.ts';
import { simulatedPump } from '../src/plant/simulated-pump.ts';
import { seededRandom } from '../src/random.ts';
import { createSimulatedSensors } from '../src/sensors/sensors.ts';
import { FAKE_START_MS, fakeClock } from './fake-clock.ts';
import { ID_DEV, opAt } from './parts.ts';
import { plantWith } from './plant.ts';

const PUMP = simulatedPump(1);
const SETTINGS = { card: PUMP, faults: factsOf({ fcType: 'GD10' })?.faults ?? {} };

/** The broker publishes the will after 1.5 keep-alives of 20 s. */
const WILL_MS = 30_000;

/** The alert rules as the server feeds them: frames and events when they arrive, and the presence every 15 s. */
function createReceiver(nowMs: () => number) {
  const toInput = createFrameInputs();
  const { alerts, add } = createAlertLog();
  let state = newRuleState();
  let seenMs = Number.NEGATIVE_INFINITY;
  let isConnected = false;

  function input(next: RuleInput): void {
    const result = evaluate(state, next, SETTINGS);
    state = result.state;
    add(result);
  }

  function receiveFrame({ ts, boot, seq, fc, d, na = [] }: Message<'tele'>): void {
    const tsMs = ts === 0 ? nowMs() : 1000 * ts;
    const frame = toInput({ tsMs, boot, seq, fc, d, na } as Frame, ts !== 0);
    if (nowMs() - tsMs > GAP_MS) state = remember(state, frame, SETTINGS);
    else input(frame);
  }

  return {
    alerts,
    receive(name: UpTopic, message: unknown): void {
      seenMs = nowMs();
      if (name === 'tele') receiveFrame(message as Message<'tele'>);
      if (name === 'event') input({ kind: 'event', atMs: nowMs(), event: message as Event });
    },
    connect(isUp: boolean): void {
      isConnected = isUp;
      if (isUp) input({ kind: 'tick', atMs: nowMs(), isOnline: true });
    },
    tick(): void {
      if (!isConnected && nowMs() - seenMs >= WILL_MS)
        input({ kind: 'tick', atMs: nowMs(), isOnline: false });
    },
  };
}

/**
 * A whole board (drive registers, protection, frames, events, commands, link faults) beside a simulated pump, with a fake
 * clock; the alert rules receive what it publishes.
 */
export function watchBoard({
  demand = steadyDemand(40),
  pump = PUMP,
  disk,
}: {
  demand?: Demand;
  pump?: BoardPump;
  /** Of a board that was here before. */
  disk?: Disk;
} = {}) {
  const clock = fakeClock();
  const switches = createFaultSwitches();
  const receiver = createReceiver(() => FAKE_START_MS + clock.elapsedMs());
  const plant = followClock(plantWith(demand, { faults: switches.active }), clock);
  const bank = createSimulatedGd10(plant, RunChannel.communication);
  const port = faultyPort(portOf(bank), switches.active, () => hasControlPower(plant.now()));
  let toBoard: LinkEvents['onMessage'] = () => undefined;
  const published: { name: UpTopic; message: unknown }[] = [];

  const openLink: OpenLink = (_login, events) => {
    toBoard = events.onMessage;
    queueMicrotask(() => {
      receiver.connect(true);
      events.onConnected();
    });
    return {
      publish: async (name, message) => {
        published.push({ name, message });
        receiver.receive(name, message);
      },
      reconnect: () => undefined,
      abandon: () => receiver.connect(false),
      close: async () => receiver.connect(false),
    };
  };
  const board = startBoard({
    identity: { deviceId: ID_DEV, fcId: 'FC-00A1B2', fcType: 'GD10' },
    mqtt: { url: '' },
    secrets: createBoardSecrets({ secret: '' }),
    boot: 1,
    drive: driveOf(port, plant),
    sensors: createSimulatedSensors(plant, seededRandom(1)),
    pump,
    clock: faultyClock(clock, switches.active),
    disk,
    random: () => 0.5,
    openLink: faultyLink(openLink, switches, clock),
  });

  const receive = (name: 'cmd' | 'cfg/desired', payload: object) =>
    toBoard({ name, n: undefined, isRetained: false, payload: Buffer.from(JSON.stringify(payload)) });

  return {
    switches,
    alerts: receiver.alerts,
    open: () => receiver.alerts.filter(({ clearedMs }) => clearedMs === undefined).map(({ kind }) => kind),
    nowMs: () => FAKE_START_MS + clock.elapsedMs(),
    async run(seconds: number) {
      for (let s = 0; s < seconds; s++) {
        await clock.advance(1000);
        if (s % 15 === 14) receiver.tick();
      }
    },
    isOn: () => plant.now().isOn,
    configure: (cfg: DeviceConfig) => receive('cfg/desired', { v: 1, ver: 1, cfg }),
    setTag: (tag: BoardTag | null) => receive('cfg/desired', { v: 1, ver: 0, cfg: {}, tag }),
    keypad: bank.keypad,
    clock,
    send: (cmd: object) => receive('cmd', cmd),
    /** What the board has published of one kind, checked against the contract. */
    sent: <N extends UpTopic>(name: N) =>
      published
        .filter((each) => each.name === name)
        .map(({ message }) => topics[name].payload.parse(message) as Message<N>),
    /** A person resets a fault and starts the pump. */
    async restart() {
      const send = (payload: object) => receive('cmd', payload);
      send(opAt(clock, 'fault_reset', { val: true }));
      await clock.advance(10_000);
      send(opAt(clock, 'start_stop', { val: true }));
    },
    stop: board.stop,
  };
}
