import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import type { FcProfile } from '@manoboard/domain/fc/profile';
import { type Board, type BoardParts, startBoard } from './board.ts';
import { nextBoot } from './boot-counter.ts';
import type { Clock } from './clock.ts';
import type { Credentials } from './credentials.ts';
import { createFileDisk } from './disk/file-disk.ts';
import { createMemoryDisk } from './disk/memory-disk.ts';
import type { DriveAddress } from './drive/drive-address.ts';
import { createFaultSwitches } from './faults/fault-switches.ts';
import { faultyClock } from './faults/faults.ts';
import { faultyLink } from './faults/faulty-link.ts';
import { createBoardSecrets, type KeepSecrets } from './identity/board-secrets.ts';
import { openLightClient } from './link/light-client.ts';
import type { LinkEvents, OpenLink } from './link/link.ts';
import { mqttLink } from './link/mqtt-link.ts';
import type { ServerTrust } from './link/server-trust.ts';
import { createPanelBoard, type PanelBoard } from './panel/panel-board.ts';
import { type Random, seedOf } from './random.ts';
import { openRealWorld } from './real-world.ts';
import { fileErrorReason } from './refusal.ts';
import { startRestartable } from './restartable-board.ts';
import { startScenario } from './scenario.ts';

export interface FleetOptions {
  url: string;
  /** How the boards recognise the server of `mqtts`. */
  trust?: ServerTrust | undefined;
  stateDir?: string | undefined;
  /** Stores a new secret of a board; without it a new secret is refused. */
  keepSecrets?: ((deviceId: string) => KeepSecrets) | undefined;
  /** Public keys of accepted firmware. */
  firmwareKeys?: readonly KeyObject[] | undefined;
  /** A real drive; without it every board has a simulated house. */
  drive?: DriveAddress | undefined;
  /** Profiles of converters that the operator has written. */
  profiles?: readonly FcProfile[] | undefined;
  clock: Clock;
  random: Random;
  /** Logs one sentence for the operator. */
  log: (sentence: string) => void;
  onReady: () => void;
}

export interface Fleet {
  /** The simulated houses, for the panel. */
  houses: readonly PanelBoard[];
  stop(): Promise<void>;
}

/** Logs a cause once for all boards: a broker that is down is one cause, a wrong secret is one per board. */
function createReporter(
  url: string,
  boards: number,
  { log, onReady }: Pick<FleetOptions, 'log' | 'onReady'>,
) {
  const waiting = new Set<string>();
  const refused = new Set<string>();
  const logged = new Set<string>();
  let isUnreachable = false;
  let isReady = false;

  return {
    add: (deviceId: string) => waiting.add(deviceId),
    /** A recurring cause is logged once. */
    once(sentence: string): void {
      if (!logged.has(sentence)) log(sentence);
      logged.add(sentence);
    },
    connected(deviceId: string): void {
      waiting.delete(deviceId);
      refused.delete(deviceId);
      if (isUnreachable) log(`The broker at ${url} answers again.`);
      isUnreachable = false;
      if (isReady || waiting.size > 0) return;
      isReady = true;
      log(boards === 1 ? `${deviceId} is connected to ${url}.` : `${boards} boards are connected to ${url}.`);
      onReady();
    },
    connectFailed(
      deviceId: string,
      ...[reason, cause = '']: Parameters<LinkEvents['onConnectFailed']>
    ): void {
      if (reason === 'refused') {
        if (!refused.has(deviceId))
          log(`${deviceId}: the broker refuses its ID or secret; trying again every minute.`);
        refused.add(deviceId);
      } else if (reason === 'untrusted') this.once(`${url}: ${cause}`);
      else if (!isUnreachable) {
        isUnreachable = true;
        log(`No connection to the broker at ${url}; trying again.`);
      }
    },
  };
}

type Reporter = ReturnType<typeof createReporter>;

/** Without a state folder boot is the clock in seconds, and a restart may happen within one second. */
const laterBoot = (last: number, { stateDir, clock }: FleetOptions, deviceId: string, reporter: Reporter) =>
  Math.max(last + 1, nextBoot(stateDir, deviceId, clock, reporter.once));

/** A few boards connect at once; a large fleet uses light connections, 200 per second. */
const AT_ONCE = 20;
const APART_MS = 5;

/** A restart connects at once. */
function linkInLine({ place, isLight }: Start, { clock, random }: FleetOptions): OpenLink {
  let waitMs = Math.max(0, place - AT_ONCE) * APART_MS;
  return (login, events) => {
    const open = mqttLink(clock, random, waitMs, isLight ? openLightClient : undefined);
    waitMs = 0;
    return open(login, events);
  };
}

interface Member {
  /** Undefined for a real drive. */
  house: PanelBoard | undefined;
  board: Board;
}

interface Start {
  who: Credentials;
  firstBoot: number;
  /** Position in the connect order. */
  place: number;
  isLight: boolean;
}

function startOne(start: Start, options: FleetOptions, reporter: Reporter): Member {
  const { who, firstBoot } = start;
  const { url, clock, random, stateDir } = options;
  const { deviceId, fcId, fcType, scenario } = who;
  const faults = createFaultSwitches();
  const onUnreadable = (path: string, error: unknown) =>
    reporter.once(`${path} cannot be read (${fileErrorReason(error)}); ${deviceId} does without it.`);
  const fileDisk =
    stateDir === undefined ? undefined : createFileDisk(join(stateDir, deviceId), onUnreadable);
  const world = options.drive
    ? openRealWorld(options.drive, fcType, clock, options.log, options.profiles)
    : startScenario(scenario, seedOf(deviceId), clock, faults, fcType, fileDisk);
  const onError = (error: unknown) => reporter.once(`${deviceId} goes on after an error: ${error}`);
  const parts: Omit<BoardParts, 'boot' | 'restart'> = {
    identity: { deviceId, fcId, fcType },
    mqtt: { url, trust: options.trust },
    secrets: createBoardSecrets(who, options.keepSecrets?.(deviceId), onError),
    // The simulated house keeps running while its board restarts.
    ...world,
    clock: faultyClock('clock' in world ? world.clock : clock, faults.active),
    random,
    disk: fileDisk ?? createMemoryDisk(),
    outboxDisk: fileDisk,
    firmwareKeys: options.firmwareKeys,
    openLink: faultyLink(linkInLine(start, options), faults, clock),
    onConnected: () => reporter.connected(deviceId),
    onConnectFailed: (...failure) => reporter.connectFailed(deviceId, ...failure),
    onError,
  };
  const board = startRestartable(
    firstBoot,
    (last) => laterBoot(last, options, deviceId, reporter),
    (boot, restart) => startBoard({ ...parts, boot, restart }),
    { clock, onError },
  );
  const house = 'plant' in world ? createPanelBoard(deviceId, scenario, faults, world) : undefined;
  async function stop(): Promise<void> {
    await board.stop();
    await world.drive.close();
  }
  return { board: { stop }, house };
}

/** Boards with one connection each; a single board is a fleet of one. */
export function startFleet(credentials: readonly Credentials[], options: FleetOptions): Fleet {
  const reporter = createReporter(options.url, credentials.length, options);
  for (const { deviceId } of credentials) reporter.add(deviceId);
  const counted = credentials.map((who, place) => ({
    who,
    firstBoot: nextBoot(options.stateDir, who.deviceId, options.clock, reporter.once),
    place,
    isLight: credentials.length > AT_ONCE,
  }));
  const members = counted.map((start) => startOne(start, options, reporter));
  return {
    houses: members.flatMap(({ house }) => house ?? []),
    async stop() {
      await Promise.all(members.map(({ board }) => board.stop()));
    },
  };
}
