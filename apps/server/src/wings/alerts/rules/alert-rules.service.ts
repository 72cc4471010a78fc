import type { Command } from '@manoboard/contract/command/command';
import type { DeviceConfig } from '@manoboard/contract/device/device-config';
import type { Event } from '@manoboard/contract/mqtt/event';
import type { Tele } from '@manoboard/contract/mqtt/topics';
import { GAP_MS } from '@manoboard/domain/alerts/rules/observe';
import type { AlertSettings } from '@manoboard/domain/alerts/rules/settings';
import { isFinal } from '@manoboard/domain/commands/command-expiry';
import type { Frame } from '@manoboard/domain/history/frame';
import type { ServerEvents } from '../../../bus/server-events.ts';
import { batchCalls } from '../../../db/batch-calls.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import type { Board } from '../../../link/link.ts';
import { findKind } from '../life/alert-life.repo.ts';
import type { DeviceEntry } from './device-entry.ts';
import { createEvaluator, type EvaluatorNeeds } from './evaluator.ts';
import { listSeen } from './rule-state.repo.ts';
import { createStateKeeper } from './state-keeper.ts';

interface Needs extends Omit<EvaluatorNeeds, 'pressureOf' | 'listFramesSince'> {
  /** Stored frames of devices; the result returns those of one, sorted. */
  listFrames: (
    deviceKeys: readonly DeviceKey[],
    fromMs: number,
    toMs: number,
  ) => Promise<(deviceKey: DeviceKey) => Frame[]>;
  /** `null`: unknown, as after an outage of the server or the broker. */
  isOnline: (deviceId: string) => boolean | null;
  /** Another server evaluates the rules of its boards. */
  owns: (deviceId: string) => boolean;
}

/** A frame after it was stored. */
export interface FrameNews {
  board: Board;
  frame: Tele;
  tsMs: number;
  receivedAtMs: number;
  /** Whether the board's clock stamped it. */
  hasClock: boolean;
}

type ParameterNews = ServerEvents['parameters'];
type AlertNews = ServerEvents['alert'];

const TICK_MS = 15_000;
/** Boards per batch: half an hour of their frames is a few megabytes. */
const CATCH_UP = { maxBatch: 100, gapMs: 250 };
/** Boards connect again after a start of the server: until then it is unknown whether they are offline. */
const GRACE_MS = 120_000;

const toHistory = ({ boot, seq, fc, d, na = [] }: Tele, tsMs: number): Frame =>
  ({ tsMs, boot, seq, fc, d, na }) as Frame;

/** The devices whose rules this server evaluates. */
function createRuleDevices({ listFrames, owns, ...needs }: Needs) {
  const { db, quietWarn, now } = needs;
  const keeper = createStateKeeper({ db, quietWarn, now });
  /** Boards that have reported no configuration have the defaults and are missing. */
  const pressures = new Map<string, AlertSettings['pressure']>();
  const boards = new Map<string, DeviceKey>();
  /** All boards connect at once after a start: a query reads the frames of many. */
  const listSince = batchCalls(async (wanted: readonly { deviceKey: DeviceKey; fromMs: number }[]) => {
    const keys = wanted.map(({ deviceKey }) => deviceKey);
    const framesOf = await listFrames(keys, Math.min(...wanted.map(({ fromMs }) => fromMs)), now());
    return wanted.map(({ deviceKey, fromMs }) => framesOf(deviceKey).filter(({ tsMs }) => tsMs >= fromMs));
  }, CATCH_UP);
  const evaluator = createEvaluator(
    {
      ...needs,
      pressureOf: (deviceId) => pressures.get(deviceId),
      listFramesSince: async (deviceKey, fromMs) =>
        (await listSince({ deviceKey, fromMs })).map((frame) => ({
          kind: 'stored_frame',
          frame,
          hasClock: undefined,
          isLate: false,
        })),
    },
    keeper.add,
  );

  function entryOf({ deviceKey, deviceId }: Pick<Board, 'deviceKey' | 'deviceId'>): DeviceEntry {
    boards.set(deviceId, deviceKey);
    return evaluator.entryOf({ deviceKey, deviceId });
  }
  /** What is loaded of its device has changed, also of one that another server evaluates now. */
  function noteChange(deviceKey: DeviceKey | undefined): void {
    const entry = deviceKey === undefined ? undefined : evaluator.find(deviceKey);
    if (entry) evaluator.noteChange(entry);
  }
  const findEntry = (deviceId: string) => {
    const deviceKey = owns(deviceId) ? boards.get(deviceId) : undefined;
    return deviceKey === undefined ? undefined : evaluator.entryOf({ deviceKey, deviceId });
  };

  /** The new owner continues with the stored state. */
  function leave({ deviceKey, deviceId }: Pick<Board, 'deviceKey' | 'deviceId'>): void {
    const entry = evaluator.forget(deviceKey);
    if (entry) keeper.remove(entry);
    boards.delete(deviceId);
  }

  return {
    keeper,
    evaluator,
    pressures,
    entryOf,
    findEntry,
    leave,
    noteChange,
    noteConfig: (deviceId: string) => noteChange(boards.get(deviceId)),
  };
}

/** Evaluates the alert rules of `domain/alerts/rules` for every device, after its messages were stored. */
export function createAlertRules(needs: Needs) {
  const { db, quietWarn, now, isOnline, owns } = needs;
  const devices = createRuleDevices(needs);
  const { keeper, evaluator, pressures, entryOf, findEntry, leave } = devices;
  let timer: NodeJS.Timeout | undefined;
  let startedMs = 0;

  /** Frames judge the presence of boards that send them; only boards that do not need a tick. */
  function tick() {
    const isSettled = now() - startedMs >= GRACE_MS;
    for (const entry of evaluator.list()) {
      if (!owns(entry.deviceId)) continue;
      const isPresent = isSettled ? isOnline(entry.deviceId) : null;
      const { tracks, memory } = entry.state;
      // The time of an outage does not count as offline.
      const isNews = isPresent === null && memory.isOnline === false;
      if (isNews || (isPresent === false && !tracks.board_offline?.open))
        evaluator.receive(entry, { kind: 'tick', atMs: now(), isOnline: isPresent });
    }
  }

  return {
    receiveFrame({ board, frame, tsMs, receivedAtMs, hasClock }: FrameNews): void {
      const isLate = receivedAtMs - tsMs > GAP_MS;
      const input = { kind: 'stored_frame', frame: toHistory(frame, tsMs), hasClock, isLate } as const;
      evaluator.receive(entryOf(board), input);
    },
    receiveEvent: (board: Board, event: Event, atMs: number): void =>
      evaluator.receive(entryOf(board), { kind: 'event', atMs, event }),
    receiveOnline({ deviceId, isOnline: isPresent }: { deviceId: string; isOnline: boolean }): void {
      const entry = findEntry(deviceId);
      const known = isPresent ? true : isOnline(deviceId);
      if (entry) evaluator.receive(entry, { kind: 'tick', atMs: now(), isOnline: known });
    },
    receiveBirth: (board: Board): void =>
      evaluator.receive(entryOf(board), { kind: 'tick', atMs: now(), isOnline: true }),
    receiveConfigInForce({ deviceId, config }: { deviceId: string; config: DeviceConfig | undefined }): void {
      pressures.set(deviceId, config ? config.pressure : null);
    },
    /** Its configuration, zone, pump card or converter has changed. */
    receiveConfig: ({ deviceId }: { deviceId: string }): void => devices.noteConfig(deviceId),
    /** R5.11: a start near a command is no surprise. The board may report it before the command has ended. */
    receiveCommand({ device_id, op, value, status, created_at }: Command): void {
      const isStart = op === 'fault_reset' || (op === 'start_stop' && value === true);
      const isStop = op === 'start_stop' && value === false && status === 'done';
      const entry = isStart || isStop ? findEntry(device_id) : undefined;
      if (entry && (status === 'done' || !isFinal(status)))
        evaluator.receive(entry, { kind: 'command', atMs: created_at * 1000, isStart });
    },
    receiveParameters({ deviceId, ...news }: ParameterNews): void {
      const entry = findEntry(deviceId);
      if (entry) evaluator.receive(entry, { kind: 'parameters', atMs: now(), ...news });
    },
    /** A person who resolves the alert about changed parameters accepts them. */
    async receiveAlert({ deviceId, alertId, change }: AlertNews): Promise<void> {
      const entry = deviceId === null || change !== 'resolved' ? undefined : findEntry(deviceId);
      if (!entry) return;
      try {
        if ((await findKind(db, alertId)) === 'register_drift')
          evaluator.receive(entry, { kind: 'accept_parameters', atMs: now() });
      } catch (err) {
        quietWarn('alert-rules', { err, board: deviceId }, 'a resolved alert could not be read');
      }
    },
    /** The next input uses the stored settings. */
    reload: devices.noteChange,
    /** Events of changes were missed. */
    reloadAll(): void {
      for (const entry of evaluator.list()) evaluator.noteChange(entry);
    },
    tick,

    /** Another server had them: the stored state and the frames since are read with the next input. */
    takeBoards(taken: readonly Board[]): void {
      for (const board of taken) {
        leave(board);
        entryOf(board);
      }
    },
    leaveBoard: leave,

    async start(): Promise<void> {
      startedMs = now();
      for (const device of await listSeen(db)) if (owns(device.deviceId)) entryOf(device);
      timer = setInterval(tick, TICK_MS);
      keeper.start(evaluator.drain);
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await evaluator.stop();
      await keeper.stop();
    },
  };
}
