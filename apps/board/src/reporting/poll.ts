import type { Retry } from '@manoboard/contract/mqtt/topics';
import type { Clock } from '../clock.ts';
import { wireTime } from '../clock.ts';
import type { BoardConfig } from '../config.ts';
import { type Drive, DriveError, type DriveIdentity, type DriveState, isTemporary } from '../drive/drive.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Sensors } from '../sensors/sensors.ts';
import type { Events } from './events.ts';
import { circumstances, watch } from './events-watch.ts';
import { createFrames } from './frames.ts';
import { type Measurement, measurementOf, readDrive } from './measurement.ts';
import type { MeterOffsets } from './measurement-offsets.ts';
import type { Starts } from './starts.ts';

const POLL_EVERY_MS = 1_000;
/** `domain.md` 2.4: a converter silent for this long is lost; until then its values are not measured. */
const FC_LOST_MS = 10_000;

export interface PollParts {
  boot: number;
  drive: Drive;
  sensors: Sensors;
  clock: Clock;
  config: BoardConfig;
  offsets: MeterOffsets;
  events: Events;
  outbox: Outbox;
  starts: Starts;
  /** R5.11: the start that the board plans. */
  planned: () => Partial<Retry>;
  /** Called after every poll; without a state the converter did not answer. */
  onPoll: (state: DriveState | undefined, measured: Measurement) => void;
  /** Called with an unexpected error; polling continues. */
  onError?: ((error: unknown) => void) | undefined;
}

export interface Poll {
  /** Polls now and publishes what is due. */
  now(): Promise<void>;
  /** Polls now after a command, and publishes the result at once. */
  answer(): Promise<void>;
  /** The next frame holds all fields (after a connect). */
  restart(): void;
  /** Identity of the converter; undefined before its first answer. */
  identity(): DriveIdentity | undefined;
  stop(): void;
}

/** Once a second: polls the drive, decides what to publish, publishes it. */
export function startPolling(parts: PollParts, firstAfterMs: number): Poll {
  const { boot, drive, sensors, clock, config, offsets, events, outbox, starts } = parts;
  const frames = createFrames(config.frameSeconds);
  let identity: DriveIdentity | undefined;
  let isIdentified = false;
  let seq = 0;
  const startedMs = clock.elapsedMs();
  let answeredMs: number | undefined;
  let isStopped = false;
  let cancel = clock.after(POLL_EVERY_MS * firstAfterMs, pollAndSchedule);

  /** After a silence the drive is identified again, since it may have been replaced. False if it is silent. */
  async function ensureIdentified(): Promise<boolean> {
    if (isIdentified) return true;
    try {
      identity = await drive.identify();
      isIdentified = true;
      return true;
    } catch (error) {
      if (!(error instanceof DriveError)) throw error;
      return error.reason === 'exception' && !isTemporary(error);
    }
  }

  function publish(state: DriveState | undefined, measured: Measurement, isAwaited: boolean): void {
    const nowMs = clock.elapsedMs();
    if (state) answeredMs = nowMs;
    const isMiss = !state && nowMs - (answeredMs ?? startedMs) < FC_LOST_MS;
    // Before the first answer the list of measurable fields is unknown.
    if (isMiss && answeredMs === undefined) return;
    if (!isMiss) watch(events, clock, state, measured);
    // Before the frame that shows the drive on.
    const by = state && starts.see(state);
    if (by) events.note({ code: 'STARTED', sev: 'info', d: { ...circumstances(measured), by } });
    const frame = frames.next(isMiss ? { ...measured, fc: 1 } : measured, nowMs, isAwaited);
    if (!frame) return;
    outbox.add({ name: 'tele', message: { v: 1, boot, seq: ++seq, ts: wireTime(clock), ...frame } });
  }

  const pollSafely = (isAwaited: boolean) => poll(isAwaited).catch((error) => parts.onError?.(error));
  const now = () => pollSafely(false);

  async function poll(isAwaited: boolean): Promise<void> {
    const state = (await ensureIdentified()) ? await readDrive(drive) : undefined;
    if (!state) isIdentified = false;
    if (isStopped) return;
    if (state) offsets.see(state);
    const measured = measurementOf(state && offsets.apply(state), sensors, config.wirePressure);
    parts.onPoll(state, measured);
    Object.assign(measured.d, parts.planned());
    publish(state, measured, isAwaited);
  }

  function pollAndSchedule(): void {
    now().finally(() => {
      if (!isStopped) cancel = clock.after(POLL_EVERY_MS, pollAndSchedule);
    });
  }

  return {
    now,
    answer: () => pollSafely(true),
    restart: frames.restart,
    identity: () => identity,
    stop() {
      isStopped = true;
      cancel();
    },
  };
}
