import type { LiveEvent } from '@manoboard/contract/live';
import { streamPath } from '@manoboard/contract/live';
import { startPolling } from '../../lib/http/polling.ts';
import { session } from '../../lib/http/session.ts';
import { watchTab } from '../../lib/http/watch-tab.ts';
import { createLivePoll, type PollAnswer } from './live-poll.ts';
import type { LiveStore } from './live-store.ts';
import { openStream } from './live-stream.ts';

/** R6.1 */
export const POLL_INTERVAL_MS = 6000;
/** R4.5: a poll ends before the next one is due. */
const POLL_TIMEOUT_MS = 5000;
/**
 * R4.5: with the time after which a stream counts as quiet (3 s), a hanging server is noticed within one poll
 * interval of its last sign of life.
 */
const PROBE_TIMEOUT_MS = 2500;

export type LinkState = 'connecting' | 'live' | 'polling' | 'down';
/** An event of the stream, or `missed`: the page was disconnected, and all its data may be stale. */
export type LinkEvent = LiveEvent | { event: 'missed'; data: null };
const MISSED: LinkEvent = { event: 'missed', data: null };
type PollState = 'none' | 'ok' | 'failed';
/** `quiet`: open, but a ping is missing. */
type StreamState = 'up' | 'quiet' | 'down';
type FetchLive = (signal: AbortSignal) => Promise<PollAnswer>;

export interface LinkSettings {
  apiBase: string;
  store: LiveStore;
  /** Devices outside the user's own list that a page shows; the server checks the access to each. */
  deviceIds: readonly string[];
  /** The first link of this page: no earlier data can be stale. */
  isFirst: boolean;
  onLink: (state: LinkState) => void;
  onServerTime: (nowS: number, isPing?: boolean) => void;
  onLiveEvent: (event: LinkEvent) => void;
  /** The error of the last poll, `undefined` after an answer. */
  onPollError?: (error: unknown) => void;
  /** The server has answered or sent an event just now. */
  onServerAlive: () => void;
  /** Requests the user, so that an expired session is handled in one place (R3.8). */
  checkSession: () => void;
}

function linkOf(stream: StreamState, poll: PollState): LinkState {
  if (stream === 'up') return 'live';
  // A quiet stream counts until the probe that it caused has ended.
  if (stream === 'quiet' && poll === 'none') return 'live';
  return ({ none: 'connecting', ok: 'polling', failed: 'down' } as const)[poll];
}

function applyEvent({ event, data }: LiveEvent, { store, onServerTime }: LinkSettings) {
  if ('now' in data) onServerTime(data.now, event === 'ping');
  if (event === 'snapshot') {
    for (const last of data.last_data) store.writeLastData(last);
    const online = new Set(data.online);
    for (const id of [...online, ...data.last_data.map((last) => last.device_id)]) {
      store.writeOnline(id, data.connecting?.includes(id) ? undefined : online.has(id));
    }
    store.writeOpenCommands(data.commands);
  }
  if (event === 'last-data') store.writeLastData(data);
  if (event === 'online') store.writeOnline(data.device_id, data.connecting ? undefined : data.online);
  if (event === 'command') store.writeCommand(data);
}

/** Polls into the store and reports the outcome of each poll. */
function startLivePoll(
  { store, onServerAlive, onPollError }: LinkSettings,
  fetchLive: FetchLive,
  onEnd: (state: PollState) => void,
  firstTimeoutMs?: number,
): () => void {
  return startPolling<PollAnswer & { requestedAt: number }>({
    request: async (signal) => ({ requestedAt: store.mark(), ...(await fetchLive(signal)) }),
    target:
      () =>
      ({ lastData, online, connecting, requestedAt }) => {
        onServerAlive();
        for (const last of lastData) store.writeLastData(last, requestedAt);
        store.writeOnlineList(online, requestedAt, connecting);
        onPollError?.(undefined);
        onEnd('ok');
      },
    onFailure(error) {
      onPollError?.(error);
      onEnd('failed');
    },
    intervalMs: POLL_INTERVAL_MS,
    timeoutMs: POLL_TIMEOUT_MS,
    firstTimeoutMs,
  });
}

/** Stream and poll side by side, both writing into the one store. */
function connect(settings: LinkSettings, fetchLive: FetchLive, isFirst: boolean) {
  let streamState: StreamState = 'down';
  let mayHaveMissed = !isFirst;
  let poll: PollState = 'none';
  const report = () => settings.onLink(linkOf(streamState, poll));
  const stream = openStream({
    url: settings.apiBase + streamPath,
    deviceIds: settings.deviceIds,
    login: session.login,
    onEvent: (event) => {
      applyEvent(event, settings);
      settings.onServerAlive();
      settings.onLiveEvent(event);
      if (event.event !== 'snapshot') return;
      // After the snapshot, since the stream does not report changes from before it was open.
      if (mayHaveMissed) settings.onLiveEvent(MISSED);
      mayHaveMissed = true;
    },
    onUp: (isUp) => {
      const before = streamState;
      streamState = isUp ? 'up' : 'down';
      mayHaveMissed ||= !isUp;
      if (!isUp) pollAfterLoss(before);
      report();
    },
    onQuiet: () => {
      streamState = 'quiet';
      resetPoll(PROBE_TIMEOUT_MS);
      report();
    },
    onRefused: settings.checkSession,
    isServerReachable: () => poll === 'ok',
    onFailed: () => {
      if (poll === 'ok') pollNow();
    },
  });
  function startPoll(firstTimeoutMs?: number) {
    const onEnd = (state: PollState) => {
      const isDown = streamState === 'down';
      // A poll that succeeds or fails for the first time makes the stream retry at once.
      const isOther = poll !== 'none' && state !== poll && isDown;
      // Data outside the poll may be stale: queries on the page refetch.
      if (state === 'ok' && poll !== 'none' && isDown) settings.onLiveEvent(MISSED);
      poll = state;
      report();
      if (isOther) stream.wake(true);
    };
    return startLivePoll(settings, fetchLive, onEnd, firstTimeoutMs);
  }
  let stopPoll = startPoll();
  function pollNow(firstTimeoutMs?: number) {
    stopPoll();
    stopPoll = startPoll(firstTimeoutMs);
  }
  /** An earlier poll result is stale. */
  function endPoll() {
    stopPoll();
    poll = 'none';
  }
  function resetPoll(firstTimeoutMs?: number) {
    poll = 'none';
    pollNow(firstTimeoutMs);
  }
  /** A stream that was quiet has been probed: that result holds until the next answer. */
  function pollAfterLoss(before: StreamState) {
    if (before === 'up' || (before === 'quiet' && poll === 'none')) resetPoll();
  }
  return {
    wake(isNewNetwork: boolean) {
      const wasUp = streamState === 'up';
      stream.wake(isNewNetwork);
      const isPolled = wasUp && streamState === 'down';
      if (!isPolled) resetPoll();
      report();
    },
    close() {
      streamState = 'down';
      endPoll();
      stream.close();
    },
  };
}

/** The link of one page to the server. A hidden tab closes it, so that hidden tabs alone keep no stream. */
export function openLink(settings: LinkSettings): () => void {
  const fetchLive = createLivePoll({ ...settings, onUnauthorized: settings.checkSession });
  let connection = document.hidden ? undefined : connect(settings, fetchLive, settings.isFirst);
  const stopWatching = watchTab({
    onHidden() {
      connection?.close();
      connection = undefined;
    },
    onWake(isNewNetwork) {
      if (connection) connection.wake(isNewNetwork);
      else if (!document.hidden) connection = connect(settings, fetchLive, false);
    },
  });
  return () => {
    stopWatching();
    connection?.close();
  };
}
