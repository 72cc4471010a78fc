import { topics, topicsFrom } from '@manoboard/contract/mqtt/topics';
import { acceptMessage, type MessageRate } from '@manoboard/domain/limits/message-rate';
import type { Board, Flood, UpTopic } from './link.ts';

/** A flood ends after this time within the rate limits. */
const QUIET_MS = 60_000;

export interface MessageLimits {
  eventsPerMinute: number;
  framesPerSecond: number;
}

/** Frames and events that were queued during an outage come in one burst. */
function rateOf(name: UpTopic, { eventsPerMinute, framesPerSecond }: MessageLimits): MessageRate {
  const { rate } = topics[name];
  if (rate !== 'setting') return rate;
  return name === 'tele'
    ? { perMinute: 60 * framesPerSecond, burst: 20 * framesPerSecond }
    : { perMinute: eventsPerMinute, burst: 5 * eventsPerMinute };
}

interface Options {
  limits: MessageLimits;
  /** Milliseconds that only grow: a server clock that is set changes no limit. */
  elapsedMs: () => number;
  onFlood: (board: Board, flood: Flood) => void;
}

/** Rate limits of each board. Messages over the limits are counted and reported as one flood. */
export function createMessageLimit({ limits, elapsedMs, onFlood }: Options) {
  const kinds = new Map(
    topicsFrom('board').map((name) => [name, { rate: rateOf(name, limits), due: new Map<string, number>() }]),
  );
  const floods = new Map<string, { board: Board; held: number; reported: number; lastMs: number }>();

  function hold(board: Board): void {
    const nowMs = elapsedMs();
    const flood = floods.get(board.deviceId);
    if (flood) {
      flood.held++;
      flood.lastMs = nowMs;
      return;
    }
    floods.set(board.deviceId, { board, held: 1, reported: 1, lastMs: nowMs });
    onFlood(board, { held: 1, isOver: false });
  }

  return {
    /** Counts a message that was not accepted. */
    hold,

    /** False when this message is over the limit of its kind. */
    accept(board: Board, name: UpTopic): boolean {
      const kind = kinds.get(name);
      const nowMs = elapsedMs();
      const nextMs = kind && acceptMessage(kind.due.get(board.deviceId), nowMs, kind.rate);
      if (nextMs === undefined) hold(board);
      else kind?.due.set(board.deviceId, nextMs);
      return nextMs !== undefined;
    },

    /** Reports running floods with their counts and ended ones; removes boards that are within their rates. */
    sweep(): void {
      const nowMs = elapsedMs();
      for (const { due } of kinds.values())
        for (const [deviceId, dueMs] of due) if (dueMs <= nowMs) due.delete(deviceId);
      for (const [deviceId, flood] of floods) {
        const { board, held, reported, lastMs } = flood;
        const isOver = nowMs - lastMs >= QUIET_MS;
        if (isOver) floods.delete(deviceId);
        if (isOver || held > reported) onFlood(board, { held, isOver });
        flood.reported = held;
      }
    },
  };
}
