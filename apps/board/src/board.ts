import type { KeyObject } from 'node:crypto';
import { protectionLimits } from '@manoboard/domain/protection';
import type { Clock } from './clock.ts';
import { createCommands } from './commands.ts';
import { createBoardConfig } from './config.ts';
import type { Drive, DriveState } from './drive/drive.ts';
import { createEvents } from './events.ts';
import type { Disk } from './firmware/disk.ts';
import { startFirmware } from './firmware/firmware.ts';
import { createMemoryDisk } from './firmware/memory-disk.ts';
import { type BoardIdentity, BUILT_IN_VERSION, createInfo, HARDWARE } from './info.ts';
import type { Incoming, LinkEvents, OpenLink } from './link/link.ts';
import { startLooking } from './look.ts';
import type { Measurement } from './measurement.ts';
import { createMeterOffsets } from './measurement-offsets.ts';
import { createOutbox } from './outbox.ts';
import { createJournal } from './outbox-journal.ts';
import { createProtection } from './protection/protection.ts';
import type { Random } from './random.ts';
import type { Sensors } from './sensors.ts';

export interface BoardParts {
  identity: BoardIdentity;
  mqtt: { url: string; secret: string };
  boot: number;
  drive: Drive;
  sensors: Sensors;
  clock: Clock;
  random: Random;
  openLink: OpenLink;
  /** Config, meters, ids of commands and open events; without one they live as long as the board. */
  disk?: Disk | undefined;
  /** Where unacknowledged messages outlive a power cut; without one they are kept in memory. */
  outboxDisk?: Disk | undefined;
  /** Whose firmware it takes; without one, nobody's. */
  firmwareKeys?: readonly KeyObject[] | undefined;
  /** Starts this board again with the next boot; without it the op is refused. */
  restart?: (() => void) | undefined;
  onConnected?: () => void;
  onTrouble?: LinkEvents['onTrouble'];
}

export interface Board {
  stop(): Promise<void>;
}

/** Looks at the drive, decides what is worth telling, tells it; hears commands, asks the drive, answers. */
export function startBoard(parts: BoardParts): Board {
  const { identity, boot, drive, sensors, clock, disk = createMemoryDisk() } = parts;
  const { firmwareKeys: keys = [], restart } = parts;
  const config = createBoardConfig(clock, disk);
  const offsets = createMeterOffsets(clock, disk);
  const outbox = createOutbox(clock, parts.outboxDisk && createJournal(parts.outboxDisk));
  const events = createEvents({
    clock,
    disk,
    boot,
    send: (message) => outbox.add({ name: 'event', message }),
  });
  const info = createInfo(identity, boot, (message) => void link.publish('info', message).catch(lost));
  const protection = createProtection({
    drive,
    clock,
    limits: () => protectionLimits(config.current().pressure),
    onProtection: ({ raised, ...happening }) => events.set(happening, raised),
  });
  const look = startLooking(
    { boot, drive, sensors, clock, config, offsets, events, outbox, onLook },
    parts.random(),
  );
  const firmware = startFirmware({
    ...{ disk, clock, keys, drive: protection.drive, hw: HARDWARE, builtInVersion: BUILT_IN_VERSION },
    sendState: (state) => void link.publish('ota/state', state).catch(lost),
    sendRequest: (request) => void link.publish('ota/req', request).catch(lost),
    restart: () => restart?.(),
  });
  const commands = createCommands({
    drive: protection.drive,
    clock,
    disk,
    config,
    offsets,
    fcType: () => look.identity()?.fcType ?? identity.fcType,
    isUpdating: firmware.isSwitching,
    restart,
    // An ack that the line swallows is asked for again: the duplicate repeats it.
    sendAck: (ack) => void link.publish('ack', ack).catch(lost),
  });
  let isConnected = false;

  function onLook(state: DriveState | undefined, measured: Measurement): void {
    introduce(measured.d.rssi);
    protection.see(state, measured);
  }

  function introduce(rssiDbm = 0): void {
    if (!isConnected) return;
    const canUpdate = keys.length > 0 && restart !== undefined;
    info.look({ version: firmware.version, fc: look.identity(), rssiDbm, isSecured: true, canUpdate });
  }

  function hear({ name, n, payload, isRetained }: Incoming): void {
    if (name === 'cmd') commands.handle(payload, isRetained).then(look.now);
    else if (name === 'cfg/desired') {
      const report = config.handle(payload);
      if (report) link.publish('cfg/reported', report).catch(lost);
    } else if (name === 'ota/job') firmware.job(payload);
    else if (n !== undefined) firmware.chunk(n, payload);
  }

  const link = parts.openLink(
    { ...parts.mqtt, idDev: identity.idDev, boot },
    {
      onConnected() {
        isConnected = true;
        info.restart();
        look.restart();
        commands.connected();
        firmware.connected();
        outbox.open(({ name, message }) => link.publish(name, message));
        look.now();
        parts.onConnected?.();
      },
      onDisconnected() {
        isConnected = false;
        firmware.disconnected();
        outbox.close();
      },
      onMessage: hear,
      onTrouble: (trouble) => parts.onTrouble?.(trouble),
    },
  );

  return {
    async stop() {
      look.stop();
      firmware.stop();
      await link.close();
      outbox.stop();
      offsets.save();
    },
  };
}

/** The connection ended first: what matters is sent again over the next one. */
const lost = () => undefined;
