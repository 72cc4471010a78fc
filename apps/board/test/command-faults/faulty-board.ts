import type { Ack, Cmd } from '@manoboard/contract/mqtt/topics';
import { HOUR_MS } from '@manoboard/domain/time';
import { type Board, startBoard } from '../../src/board.ts';
import { type Clock, systemClock } from '../../src/clock.ts';
import { createMemoryDisk } from '../../src/disk/memory-disk.ts';
import { type Drive, type DriveState, isOn, RunChannel, RunState } from '../../src/drive/drive.ts';
import { createFaultSwitches } from '../../src/faults/fault-switches.ts';
import { faultyLink } from '../../src/faults/faulty-link.ts';
import { createBoardSecrets } from '../../src/identity/board-secrets.ts';
import { openLightClient } from '../../src/link/light-client.ts';
import type { Incoming, OpenLink } from '../../src/link/link.ts';
import { mqttLink } from '../../src/link/mqtt-link.ts';
import { driveWith } from '../parts.ts';
import { createLedger, type Ledger } from './ledger.ts';

/** Faults of a command at the board or on its way back; one of three consecutive ones is slow. */
export const FAULTS = [
  'ack is late, after the expiry',
  'none',
  'command comes twice',
  'ack is lost',
  'ack comes three times',
  'ack is late, in time',
  'drive confirms and does nothing',
  'drive has no power',
  'board restarts before the ack',
  'reconnect before the ack',
  'clock an hour ahead',
  'clock an hour behind',
  'clock unset',
] as const;
export type Fault = (typeof FAULTS)[number];

const LATE_MS = 800;
const TOO_LATE_MS = 12_000;
const AWAY_MS = 500;

function faultyClock(fault: () => Fault): Clock {
  const offMs = () =>
    ({ 'clock an hour ahead': HOUR_MS, 'clock an hour behind': -HOUR_MS })[fault() as string] ?? 0;
  return {
    ...systemClock,
    unixMs() {
      const nowMs = systemClock.unixMs();
      return fault() === 'clock unset' || nowMs === undefined ? undefined : nowMs + offMs();
    },
  };
}

/** A drive that counts its writes, and may be silent or without power. */
function countingDrive(fault: () => Fault, ledger: Ledger) {
  const drive = driveWith({});
  const counted =
    <A extends unknown[]>(verb: (...args: A) => Promise<void>) =>
    async (...args: A) => {
      ledger.executed();
      if (fault() !== 'drive confirms and does nothing') await verb(...args);
    };
  const counting: Drive = {
    ...drive,
    async read(): Promise<DriveState> {
      const state = await drive.read();
      return fault() === 'drive has no power' ? { ...state, runState: RunState.noPower } : state;
    },
    start: counted(drive.start),
    stop: counted(drive.stop),
    setLock: counted(drive.setLock),
    setRequiredPressure: counted(drive.setRequiredPressure),
  };
  const shows = (cmd: Cmd): boolean => {
    const { state } = drive;
    if (cmd.op === 'start_stop') return isOn(state) === cmd.val;
    if (cmd.op === 'set_lock') return (state.runChannel === RunChannel.communication) === cmd.val;
    return cmd.op === 'write' && Math.abs((state.requiredPressureBar ?? 0) - cmd.val) < 0.01;
  };
  return { drive: counting, state: drive.state, shows };
}

interface Options {
  url: string;
  deviceId: string;
  secret: string;
}

/** A whole board on a real connection; only its drive and its faults are simulated by the test. */
export function startFaultyBoard({ url, deviceId, secret }: Options) {
  const status = { fault: 'none' as Fault, isConnected: false, boot: 1 };
  const fault = () => status.fault;
  const ledger = createLedger();
  const { drive, state, shows } = countingDrive(fault, ledger);
  const switches = createFaultSwitches();
  const disk = createMemoryDisk();
  let deliver: (incoming: Incoming) => void = () => undefined;
  let board: Board;
  let restarting: Promise<void> = Promise.resolve();

  async function restart(): Promise<void> {
    await board.stop();
    status.boot++;
    board = start();
  }

  function meet(incoming: Incoming): void {
    const isCommand = incoming.name === 'cmd';
    if (isCommand) ledger.arrived(incoming.payload, fault());
    deliver(incoming);
    if (!isCommand) return;
    if (fault() === 'command comes twice') deliver(incoming);
    if (fault() === 'board restarts before the ack') restarting = restart();
    if (fault() === 'reconnect before the ack') {
      switches.on('wifi_loss');
      setTimeout(() => switches.off('wifi_loss'), AWAY_MS);
    }
  }

  const troubled =
    (open: OpenLink): OpenLink =>
    (login, events) => {
      deliver = events.onMessage;
      const link = open(login, { ...events, onMessage: meet });
      async function sendAck(ack: Ack): Promise<void> {
        const isFinal = ack.st !== 'accepted';
        ledger.answered(ack, shows);
        if (isFinal && fault() === 'ack is lost') return;
        const delayMs = { 'ack is late, in time': LATE_MS, 'ack is late, after the expiry': TOO_LATE_MS }[
          fault() as string
        ];
        if (isFinal && delayMs) await new Promise((done) => setTimeout(done, delayMs));
        const copies = fault() === 'ack comes three times' ? 3 : 1;
        for (let n = 0; n < copies; n++) await link.publish('ack', ack);
      }
      return {
        ...link,
        publish: (name, message) => (name === 'ack' ? sendAck(message as Ack) : link.publish(name, message)),
      };
    };

  function start(): Board {
    return startBoard({
      identity: { deviceId, fcId: `FC-${deviceId.slice(4)}`, fcType: 'GD10' },
      mqtt: { url },
      secrets: createBoardSecrets({ secret }),
      boot: status.boot,
      drive,
      sensors: { isWifiSecured: true, read: () => ({}) },
      clock: faultyClock(fault),
      random: () => 0,
      disk,
      restart: () => void restart(),
      openLink: troubled(
        faultyLink(
          mqttLink(systemClock, () => 0, 0, openLightClient),
          switches,
          systemClock,
        ),
      ),
      onConnected: () => {
        status.isConnected = true;
      },
    });
  }
  board = start();

  return {
    deviceId,
    status,
    ledger,
    state,
    /** As if received over the connection. */
    receive: (payload: Uint8Array, isRetained = false) =>
      deliver({ name: 'cmd', n: undefined, payload, isRetained }),
    settled: () => restarting,
    restart,
    async stop() {
      await restarting;
      await board.stop();
    },
  };
}
export type FaultyBoard = ReturnType<typeof startFaultyBoard>;
