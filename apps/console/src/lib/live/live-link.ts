import { streamPath } from '@manoboard/contract/api';
import type { LiveEvent } from '@manoboard/contract/live';
import { startPolling } from '../polling.ts';
import { createLivePoll, type PollAnswer } from './live-poll.ts';
import type { LiveStore } from './live-store.ts';
import { openStream } from './live-stream.ts';

/** R6.1 */
export const POLL_INTERVAL_MS = 6000;

export type LinkState = 'connecting' | 'live' | 'polling' | 'down';

export interface LinkSettings {
  apiBase: string;
  store: LiveStore;
  /** Devices outside the user's own list that a page shows; the server checks the access to each. */
  deviceIds: readonly string[];
  onLink: (state: LinkState) => void;
  onServerTime: (nowS: number) => void;
  onDevicesChanged: () => void;
  /** Asks the server who we are, so that an expired session is handled in its one place (R3.8). */
  checkSession: () => void;
}

export function linkOf(isStreamUp: boolean, poll: 'none' | 'ok' | 'failed'): LinkState {
  if (isStreamUp) return 'live';
  return ({ none: 'connecting', ok: 'polling', failed: 'down' } as const)[poll];
}

function streamUrl({ apiBase, deviceIds }: LinkSettings) {
  const query = new URLSearchParams(deviceIds.map((id) => ['device_id', id]));
  return `${apiBase}${streamPath}${query.size > 0 ? `?${query}` : ''}`;
}

function applyEvent({ event, data }: LiveEvent, { store, onServerTime, onDevicesChanged }: LinkSettings) {
  if ('now' in data) onServerTime(data.now);
  if (event === 'snapshot') {
    for (const last of data.last_data) store.writeLastData(last);
    const online = new Set(data.online);
    for (const id of [...online, ...data.last_data.map((last) => last.device_id)]) {
      store.writeOnline(id, online.has(id));
    }
  }
  if (event === 'last-data') store.writeLastData(data);
  if (event === 'online') store.writeOnline(data.device_id, data.online);
  if (event === 'command') store.writeCommand(data);
  if (event === 'devices') onDevicesChanged();
}

/** One page's link to the server: stream and poll side by side, both writing into the one store. */
export function openLink(settings: LinkSettings): () => void {
  const { store, onLink } = settings;
  let isStreamUp = false;
  let poll: 'none' | 'ok' | 'failed' = 'none';
  const report = () => onLink(linkOf(isStreamUp, poll));

  const stream = openStream({
    url: streamUrl(settings),
    onEvent: (event) => applyEvent(event, settings),
    onUp: (isUp) => {
      isStreamUp = isUp;
      report();
    },
    onRefused: settings.checkSession,
  });

  const ask = createLivePoll({ ...settings, onUnauthorized: settings.checkSession });
  const startPoll = () =>
    startPolling<PollAnswer & { askedAt: number }>({
      ask: async (signal) => ({ askedAt: store.mark(), ...(await ask(signal)) }),
      target:
        () =>
        ({ lastData, online, askedAt }) => {
          for (const last of lastData) store.writeLastData(last, askedAt);
          store.writeOnlineList(online, askedAt);
          poll = 'ok';
          report();
        },
      onFailure: () => {
        poll = 'failed';
        report();
      },
      intervalMs: POLL_INTERVAL_MS,
    });
  let stopPoll = startPoll();

  const stopListening = listenForWake((isNetworkBack) => {
    stream.wake(isNetworkBack);
    stopPoll();
    stopPoll = startPoll();
  });
  return () => {
    stopListening();
    stopPoll();
    stream.close();
  };
}

/** A page that was asleep, hidden or without a network does not wait for its timers. */
function listenForWake(onWake: (isNetworkBack: boolean) => void): () => void {
  const onVisible = () => {
    if (!document.hidden) onWake(false);
  };
  const onOnline = () => onWake(true);
  document.addEventListener('visibilitychange', onVisible);
  window.addEventListener('online', onOnline);
  return () => {
    document.removeEventListener('visibilitychange', onVisible);
    window.removeEventListener('online', onOnline);
  };
}
