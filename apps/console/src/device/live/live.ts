import { accountCalls } from '@manoboard/contract/http/calls/account';
import type { ServerHeard } from '@manoboard/domain/telemetry/freshness';
import { learnServerTime, serverNowS } from '../../lib/clock.ts';
import { config } from '../../lib/config.ts';
import { request } from '../../lib/http.ts';
import { session } from '../../lib/session.ts';
import { type Heard, type LinkState, openLink } from './live-link.ts';
import { createLiveStore } from './live-store.ts';

/** A page that follows within this time takes over the open link. */
const LINGER_MS = 2000;

export const liveStore = createLiveStore();

const holders = new Set<{ deviceId: string | undefined }>();
const linkListeners = new Set<() => void>();
const hearers = new Set<(heard: Heard) => void>();
let close: (() => void) | undefined;
let openedFor: { epoch: number; devices: string } | undefined;
let linkState: LinkState = 'connecting';
const NOT_HEARD: ServerHeard = { lastS: 0, sinceS: 0 };
let serverHeard = NOT_HEARD;
let wasDown = false;
let isStreamClosed = false;
let lingering: ReturnType<typeof setTimeout> | undefined;

function setLink(next: LinkState) {
  if (next === linkState) return;
  linkState = next;
  wasDown ||= next === 'down';
  for (const listener of linkListeners) listener();
}

/** Until the next stream begins. */
function hearClosed({ event }: Heard) {
  const isBeginning = event === 'snapshot' || event === 'resumed';
  if (event !== 'closed' && !isBeginning) return;
  isStreamClosed = event === 'closed';
  for (const listener of linkListeners) listener();
}

const wantedDevices = () => [
  ...new Set([...holders].flatMap(({ deviceId }) => (deviceId === undefined ? [] : [deviceId]))),
];

/** An expired session is `request`'s matter; any other failure will be met again by the next attempt. */
function checkSession() {
  // Who has just logged out is not told that his session expired.
  if (holders.size > 0) void request(accountCalls.me).catch(() => undefined);
}

function ensureOpen() {
  clearTimeout(lingering);
  const deviceIds = wantedDevices().sort();
  const wanted = { epoch: session.epoch(), devices: deviceIds.join() };
  if (wanted.epoch !== openedFor?.epoch) resetLive();
  else if (close && wanted.devices === openedFor.devices) return;
  close?.();
  const isFirst = openedFor === undefined;
  openedFor = wanted;
  close = openLink({
    apiBase: config.api_base,
    store: liveStore,
    deviceIds,
    isFirst,
    onLink: setLink,
    onServerTime: learnServerTime,
    onHeard: (heard) => {
      hearClosed(heard);
      for (const hear of hearers) hear(heard);
    },
    onServerAlive: () => {
      const nowS = serverNowS();
      serverHeard = { lastS: nowS, sinceS: wasDown ? nowS : serverHeard.sinceS };
      wasDown = false;
    },
    checkSession,
  });
}

function letGo() {
  clearTimeout(lingering);
  close?.();
  close = undefined;
  liveStore.clear();
  setLink('connecting');
  serverHeard = NOT_HEARD;
  wasDown = false;
  isStreamClosed = false;
}

/** R1.5, R3.8: who logs in next sees nothing of the last user's. */
export function resetLive() {
  letGo();
  openedFor = undefined;
}

/** The link is open while somebody holds it; `deviceId` names a device outside the user's own list. */
export function holdLive(deviceId?: string): () => void {
  const holder = { deviceId };
  holders.add(holder);
  ensureOpen();
  return () => {
    holders.delete(holder);
    clearTimeout(lingering);
    if (holders.size === 0) lingering = setTimeout(letGo, LINGER_MS);
  };
}

export const link = {
  state: () => linkState,
  /** The server closed the stream because the account has too many; the poll goes on. */
  isStreamClosed: () => isStreamClosed,
  /** By the server's own clock. */
  serverHeard: () => serverHeard,
  subscribe(listener: () => void) {
    linkListeners.add(listener);
    return () => void linkListeners.delete(listener);
  },
};

/** For what the store does not keep. */
export function onHeard(hear: (heard: Heard) => void): () => void {
  hearers.add(hear);
  return () => void hearers.delete(hear);
}
