import { accountCalls } from '@manoboard/contract/account/account.calls';
import type { LastData } from '@manoboard/contract/device/device';
import type { ServerContact } from '@manoboard/domain/telemetry/freshness';
import { createAtom } from '@tanstack/react-store';
import { request } from '../../lib/http/http.ts';
import { HttpProblem } from '../../lib/http/http-problem.ts';
import { session } from '../../lib/http/session.ts';
import { config } from '../../lib/page/config.ts';
import { serverNowS, syncServerTime } from '../../lib/time/clock.ts';
import { type LinkEvent, type LinkState, openLink } from './live-link.ts';
import { createLiveStore } from './live-store.ts';

/** The next page reuses the open link when it mounts within this time. */
const LINGER_MS = 2000;

export const liveStore = createLiveStore();
export const linkState = createAtom<LinkState>('connecting');
/** The last poll was answered, but with an error or with something that is not understood. */
export const hasServerError = createAtom(false);
/** True after the server closed the stream because the account has too many; polling continues. */
export const isStreamClosed = createAtom(false);
/** While the page shows values of an earlier visit: the last answer of the server at that visit, Unix seconds. */
export const storedContactS = createAtom<number | null>(null);

const holders = new Set<{ deviceIds: readonly string[] }>();
const eventListeners = new Set<(event: LinkEvent) => void>();
let close: (() => void) | undefined;
let openedFor: { epoch: number; devices: string } | undefined;
const NO_CONTACT: ServerContact = { lastS: 0, sinceS: 0 };
let serverContact = NO_CONTACT;
let wasDown = false;
let lingering: ReturnType<typeof setTimeout> | undefined;

function setLink(next: LinkState) {
  if (next === linkState.get()) return;
  wasDown ||= next === 'down';
  if (next === 'live' || next === 'polling') storedContactS.set(null);
  linkState.set(next);
}

/** A closed stream stays closed until the next one begins. */
function trackClosed({ event }: LinkEvent) {
  const isBeginning = event === 'snapshot' || event === 'resumed';
  if (event === 'closed' || isBeginning) isStreamClosed.set(event === 'closed');
}

/** A proxy that answers for a server that is away is no error of the server. */
const isServerError = (error: unknown) =>
  error instanceof HttpProblem && error.status > 0 && error.status !== 401 && error.code !== 'UNAVAILABLE';

const wantedDevices = () => [...new Set([...holders].flatMap(({ deviceIds }) => deviceIds))];

/** `request` handles an expired session; other failures repeat at the next attempt. */
function checkSession() {
  // After a logout there is no session to check.
  if (holders.size > 0 && !session.isOver()) void request(accountCalls.me).catch(() => undefined);
}

function ensureOpen() {
  // After a logout the page is mounted until the login page has loaded.
  if (session.isOver()) return;
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
    onServerTime: syncServerTime,
    onLiveEvent: (event) => {
      trackClosed(event);
      for (const listener of eventListeners) listener(event);
    },
    onServerAlive: () => {
      const nowS = serverNowS();
      serverContact = { lastS: nowS, sinceS: wasDown ? nowS : serverContact.sinceS };
      wasDown = false;
    },
    onPollError: (error) => hasServerError.set(isServerError(error)),
    checkSession,
  });
}

function closeLink() {
  clearTimeout(lingering);
  close?.();
  close = undefined;
  liveStore.clear();
  setLink('connecting');
  serverContact = NO_CONTACT;
  wasDown = false;
  isStreamClosed.set(false);
  hasServerError.set(false);
  storedContactS.set(null);
}

/** Shows values of an earlier visit until the server answers. */
export function restoreLive(values: readonly LastData[], contactS: number) {
  if (liveStore.restore(values)) storedContactS.set(contactS);
}

/** R1.5, R3.8: the next user sees no data of the last one. */
export function resetLive() {
  closeLink();
  openedFor = undefined;
}

session.onEnd(resetLive);

/** The link stays open while it has a holder; `deviceIds` are devices outside the user's own list. */
export function holdLive(deviceIds: readonly string[] = []): () => void {
  const holder = { deviceIds };
  holders.add(holder);
  ensureOpen();
  return () => {
    holders.delete(holder);
    clearTimeout(lingering);
    if (holders.size === 0) lingering = setTimeout(closeLink, LINGER_MS);
  };
}

/** When the server last answered, by its own clock. */
export const lastServerContact = () => serverContact;

/** Events of the stream that the store does not keep. */
export function onLiveEvent(listener: (event: LinkEvent) => void): () => void {
  eventListeners.add(listener);
  return () => void eventListeners.delete(listener);
}
