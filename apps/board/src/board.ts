import type { KeyObject } from 'node:crypto';
import type { BoardPump } from '@manoboard/contract/device/board-pump';
import type { Ack, Message } from '@manoboard/contract/mqtt/topics';
import { boardCapabilities } from '@manoboard/domain/fc/board-capabilities';
import { protectionLimits } from '@manoboard/domain/protection/rules';
import { cardInForce, figuresOf, sensorVoltage } from '@manoboard/domain/pump/pump-card';
import type { Clock } from './clock.ts';
import { createCommands } from './commands/commands.ts';
import { createRunMemory } from './commands/run-memory.ts';
import { createBoardConfig } from './config.ts';
import type { Disk } from './disk/disk.ts';
import { createMemoryDisk } from './disk/memory-disk.ts';
import type { Drive, DriveState } from './drive/drive.ts';
import { startFirmware } from './firmware/firmware.ts';
import type { BoardSecrets } from './identity/board-secrets.ts';
import { createSecretRenewal } from './identity/secret-renewal.ts';
import type { Incoming, LinkEvents, Login, OpenLink, UpTopic } from './link/link.ts';
import { createOutbox } from './outbox/outbox.ts';
import { createJournal } from './outbox/outbox-journal.ts';
import { createPlannedStart } from './protection/planned-start.ts';
import { createProtection } from './protection/protection.ts';
import type { Random } from './random.ts';
import { createConverterProfile } from './reporting/converter-profile.ts';
import { createEvents } from './reporting/events.ts';
import { type BoardIdentity, BUILT_IN_VERSION, createInfo, fcTypeOf, HARDWARE } from './reporting/info.ts';
import type { Measurement } from './reporting/measurement.ts';
import { createMeterOffsets } from './reporting/measurement-offsets.ts';
import { startPolling } from './reporting/poll.ts';
import { createStarts } from './reporting/starts.ts';
import type { Sensors } from './sensors/sensors.ts';

export interface BoardParts {
  identity: BoardIdentity;
  mqtt: Pick<Login, 'url' | 'trust'>;
  secrets: BoardSecrets;
  boot: number;
  drive: Drive;
  /** The converter's Modbus address. */
  unit?: number | undefined;
  sensors: Sensors;
  /** What the board knows of its pump; the configuration adds the rest. Rules that need an unknown value are silent. */
  pump?: BoardPump | undefined;
  clock: Clock;
  random: Random;
  openLink: OpenLink;
  /** Stores config, meters, command ids and open events; without it they are lost when the board stops. */
  disk?: Disk | undefined;
  /** Stores unacknowledged messages across a power cut; without it they are kept in memory. */
  outboxDisk?: Disk | undefined;
  /** Public keys of accepted firmware; without them every update is refused. */
  firmwareKeys?: readonly KeyObject[] | undefined;
  /** Restarts this board with the next boot; without it the op is refused. */
  restart?: (() => void) | undefined;
  onConnected?: () => void;
  onConnectFailed?: LinkEvents['onConnectFailed'];
  /** Called with an unexpected error; the board keeps running. */
  onError?: (error: unknown) => void;
}

export interface Board {
  stop(): Promise<void>;
}

/** Returns whether the message was acknowledged. */
type Publish = <N extends UpTopic>(name: N, message: Message<N>) => Promise<boolean>;

/** State that outlives a network loss and, with a disk, a restart. */
function openKept({ clock, boot, outboxDisk }: BoardParts, disk: Disk) {
  const runMemory = createRunMemory(disk);
  const outbox = createOutbox(clock, outboxDisk && createJournal(outboxDisk));
  return {
    outbox,
    config: createBoardConfig(clock, disk),
    offsets: createMeterOffsets(clock, disk),
    runMemory,
    starts: createStarts(clock, runMemory.atBoot),
    events: createEvents({ clock, disk, boot, send: (message) => outbox.add({ name: 'event', message }) }),
  };
}
type Kept = ReturnType<typeof openKept>;

/** Parts that write to the drive: protection, firmware update and commands. */
function createHands(parts: BoardParts, disk: Disk, kept: Kept, publish: Publish, fcType: () => string) {
  const { clock, firmwareKeys: keys = [], restart } = parts;
  const { config, offsets, events, runMemory } = kept;
  /** The card in force: own knowledge, then what the server sent. */
  const pump = () => cardInForce(config.current().pump ?? {}, parts.pump);
  const protection = createProtection({
    drive: parts.drive,
    clock,
    limits: () => protectionLimits(config.current().pressure, figuresOf(pump())),
    sensorOf: (reading) => sensorVoltage(reading, pump()),
    mayStart: () => !firmware.isSwitching(),
    isTagged: config.isTagged,
    onStart: kept.starts.noteWritten,
    onStop: kept.starts.noteStop,
    // Each raising is another stop, also while the last one is open: its retry failed.
    onProtection: ({ raised, ...happening }) =>
      raised ? events.raise(happening) : events.set(happening, false),
  });
  const drive = protection.drive;
  const firmware = startFirmware({
    disk,
    clock,
    keys,
    drive,
    hw: HARDWARE,
    builtInVersion: BUILT_IN_VERSION,
    sendState: (state) => publish('ota/state', state),
    sendRequest: (request) => publish('ota/req', request),
    restart: () => restart?.(),
  });
  const isUpdating = firmware.isSwitching;
  // A lost ack is repeated when the server sends the command again.
  const sendAck = (ack: Ack) => publish('ack', ack);
  const commands = createCommands({
    drive,
    clock,
    disk,
    config,
    offsets,
    runMemory,
    fcType,
    protection: protection.holding,
    sensorV: ({ analogInput2V }) => {
      const own = parts.sensors.read();
      const reading = {
        analog_input_2: own.analogInput2V ?? analogInput2V,
        analog_input_3: own.analogInput3V,
      };
      return sensorVoltage(reading, pump());
    },
    isUpdating,
    isTagged: config.isTagged,
    endRetries: protection.endRetries,
    onStop: firmware.leaveOff,
    restart,
    sendAck,
  });
  /** R5.10: under a tag nothing is left that would start the pump, also when the tag is removed. */
  function applyTag(): void {
    if (!config.isTagged()) return;
    protection.endRetries();
    firmware.leaveOff();
    runMemory.forget();
  }
  return { protection, firmware, commands, applyTag };
}

/** What the board reports of itself and its converter. */
function createOwnInfo(parts: BoardParts, hash: string, publish: Publish) {
  const { identity, unit, secrets, boot } = parts;
  const { profile } = parts.drive;
  const capabilities = [...boardCapabilities(profile), ...(secrets.canRenew ? ['secret'] : [])];
  const { fcType } = profile;
  return createInfo({ ...identity, unit }, { capabilities, fcType, hash }, boot, (message) =>
    publish('info', message),
  );
}

/** Polls the drive, publishes frames and events; receives commands, executes them and sends acks. */
export function startBoard(parts: BoardParts): Board {
  const { identity, secrets, boot, disk = createMemoryDisk(), restart, onError = () => undefined } = parts;
  const kept = openKept(parts, disk);
  const { config, outbox } = kept;
  const hands = createHands(parts, disk, kept, publish, () => fcTypeOf(poll.identity(), identity.fcType));
  const { firmware, commands, protection, applyTag } = hands;
  applyTag();
  const converter = createConverterProfile(parts.drive.profile, parts.clock, (reply) =>
    publish('profile', reply),
  );
  const info = createOwnInfo(parts, converter.hash, publish);
  const renewSecret = createSecretRenewal({
    secrets,
    sendAck: (ack) => publish('secret/ack', ack),
    reconnect: () => link.reconnect(),
  });
  const planned = createPlannedStart(parts.clock, protection.planned);
  const poll = startPolling({ ...parts, ...kept, planned, onPoll }, parts.random());
  const canUpdate = restart !== undefined && (parts.firmwareKeys?.length ?? 0) > 0;
  let isConnected = false;
  /** At the last poll. */
  let facts: Parameters<typeof info.update>[0] | undefined;
  parts.drive.setSensorMax(config.sensorMaxBar());

  /** If the connection ends first, unacknowledged messages are resent over the next one. */
  async function publish<N extends UpTopic>(name: N, message: Message<N>): Promise<boolean> {
    return link.publish(name, message).then(
      () => true,
      () => false,
    );
  }

  function onPoll(state: DriveState | undefined, measured: Measurement): void {
    const { rssi: rssiDbm } = measured.d;
    const { isWifiSecured: isSecured } = parts.sensors;
    const { version } = firmware;
    kept.runMemory.see(state);
    facts = { version, fc: poll.identity(), rssiDbm, isSecured, canUpdate, pump: parts.pump };
    if (isConnected) info.update(facts);
    protection.see(state, measured).catch(onError);
  }

  async function receive({ name, n, payload, isRetained }: Incoming): Promise<void> {
    if (name === 'cmd') await commands.handle(payload, isRetained).finally(poll.answer);
    else if (name === 'cfg/desired') {
      const report = config.handle(payload);
      parts.drive.setSensorMax(config.sensorMaxBar());
      applyTag();
      if (report) publish('cfg/reported', report);
    } else if (name === 'secret') await renewSecret(payload, isRetained);
    else if (name === 'profile/req') converter.answer(payload);
    else if (name === 'ota/job') firmware.job(payload);
    else if (n !== undefined) firmware.chunk(n, payload);
  }

  function greet(): void {
    isConnected = true;
    secrets.accepted();
    info.restart();
    // Before the kept events: their fault codes are those of the converter that the info names.
    if (facts) info.update(facts);
    poll.restart();
    commands.connected();
    firmware.connected();
    outbox.open(({ name, message }) => link.publish(name, message));
    poll.now();
    parts.onConnected?.();
  }

  const link = parts.openLink(
    { ...parts.mqtt, secret: secrets.current, deviceId: identity.deviceId, boot },
    {
      onConnected: greet,
      onDisconnected() {
        isConnected = false;
        firmware.disconnected();
        outbox.close();
      },
      onMessage: (incoming) => void receive(incoming).catch(onError),
      onConnectFailed(reason, cause) {
        if (reason === 'refused') secrets.refused();
        parts.onConnectFailed?.(reason, cause);
      },
    },
  );

  return {
    async stop() {
      poll.stop();
      firmware.stop();
      await link.close();
      outbox.stop();
      kept.offsets.save();
    },
  };
}
