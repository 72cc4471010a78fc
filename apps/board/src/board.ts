import type { Info } from '@manoboard/contract/topics';
import { type Clock, wireTime } from './clock.ts';
import { createCommands } from './commands.ts';
import type { Drive } from './drive/drive.ts';
import { createFrames } from './frames.ts';
import type { LinkEvents, OpenLink } from './link/link.ts';
import { measurementOf, readDrive } from './measurement.ts';
import { createOutbox } from './outbox.ts';
import type { Random } from './random.ts';
import type { Sensors } from './sensors.ts';

const LOOK_EVERY_MS = 1_000;
/** `domain.md` 2.4: a converter that is silent for so long is lost; a single miss is not news. */
const FC_LOST_MS = 10_000;

export interface BoardIdentity {
  idDev: string;
  fcId: string;
  fcType: string;
}

export interface BoardParts {
  identity: BoardIdentity;
  mqtt: { url: string; secret: string };
  boot: number;
  drive: Drive;
  sensors: Sensors;
  clock: Clock;
  random: Random;
  openLink: OpenLink;
  onConnected?: () => void;
  onTrouble?: LinkEvents['onTrouble'];
}

export interface Board {
  stop(): Promise<void>;
}

/** What register 2103H says of each type (`domain.md` 1.3). */
const IDENT: Record<string, number> = {
  GD10: 0x010d,
  GD20: 0x0106,
  GD200A: 0x0107,
  GD100: 0x010b,
  GD300: 0x010a,
};

const infoOf = ({ identity, boot, sensors }: BoardParts): Info => ({
  v: 1,
  id_dev: identity.idDev,
  version: '1.4.2',
  hw: 'MNB-2',
  boot,
  fc: { id: identity.fcId, fc_type: identity.fcType, ident: IDENT[identity.fcType] ?? 0, unit: 1 },
  wifi: { rssi: sensors.read().rssiDbm, secured: 1 },
  cap: ['start_stop'],
});

/** Looks at the drive, decides what is worth telling, tells it; hears commands, asks the drive, answers. */
export function startBoard(parts: BoardParts): Board {
  const { identity, boot, drive, sensors, clock } = parts;
  const frames = createFrames();
  const outbox = createOutbox(clock);
  let seq = 0;
  let answeredMs = clock.elapsedMs();
  let isStopped = false;
  let cancelLook = clock.after(LOOK_EVERY_MS * parts.random(), lookAndGoOn);

  async function look(): Promise<void> {
    const state = await readDrive(drive);
    const nowMs = clock.elapsedMs();
    if (state) answeredMs = nowMs;
    else if (nowMs - answeredMs < FC_LOST_MS) return;
    const frame = frames.next(measurementOf(state, sensors), nowMs);
    if (frame) outbox.add({ v: 1, boot, seq: ++seq, ts: wireTime(clock), ...frame });
  }

  function lookAndGoOn(): void {
    look().finally(() => {
      if (!isStopped) cancelLook = clock.after(LOOK_EVERY_MS, lookAndGoOn);
    });
  }

  const commands = createCommands(drive, clock, (ack) => {
    // An ack that the line swallows is asked for again: the duplicate repeats it.
    link.publish('ack', ack).catch(() => undefined);
  });

  const link = parts.openLink(
    { ...parts.mqtt, idDev: identity.idDev, boot },
    {
      onConnected() {
        link.publish('info', infoOf(parts)).catch(() => undefined);
        frames.restart();
        outbox.open((frame) => link.publish('tele', frame));
        look();
        parts.onConnected?.();
      },
      onDisconnected: outbox.close,
      onMessage({ name, payload, isRetained }) {
        if (name === 'cmd') commands.handle(payload, isRetained).then(look);
      },
      onTrouble: (trouble) => parts.onTrouble?.(trouble),
    },
  );

  return {
    async stop() {
      isStopped = true;
      cancelLook();
      await link.close();
    },
  };
}
