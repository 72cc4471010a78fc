import { liveEvents } from '@manoboard/contract/live';
import { type FromWorker, type StreamWish, streamUrl, type ToWorker } from './shared-streams.ts';

export interface SourceSettings extends Omit<StreamWish, 'names'> {
  onEvent: (name: string, text: string) => void;
  /** `isRefused`: the browser does not reconnect by itself. */
  onError: (isRefused: boolean) => void;
}

/** The worker of an old or overloaded browser may not start. */
const START_MS = 5000;

const names = Object.keys(liveEvents);

/** False after the worker has failed: its script could not be loaded. */
let canShare = typeof SharedWorker !== 'undefined';

function openOwn({ url, deviceIds, onEvent, onError }: SourceSettings): () => void {
  const source = new EventSource(streamUrl(url, deviceIds), { withCredentials: true });
  for (const name of names) source.addEventListener(name, ({ data }) => onEvent(name, data));
  source.onerror = () => onError(source.readyState === EventSource.CLOSED);
  return () => source.close();
}

function startWorker(): SharedWorker | undefined {
  try {
    return new SharedWorker(new URL('./stream-worker.ts', import.meta.url), { type: 'module' });
  } catch {
    // Browsers refuse it where they refuse storage.
    return undefined;
  }
}

function openShared(worker: SharedWorker, { url, deviceIds, login, onEvent, onError }: SourceSettings) {
  const { port } = worker;
  const send = (message: ToWorker) => port.postMessage(message);
  const join = () => send({ names, url: new URL(url, location.href).href, deviceIds, login });
  const leave = () => send('close');
  /** Without a worker the next attempt opens a stream of this window. */
  const fail = () => {
    canShare = false;
    onError(false);
  };
  const timer = setTimeout(fail, START_MS);
  worker.onerror = fail;
  port.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    clearTimeout(timer);
    if (data === 'joined') return;
    if ('name' in data) onEvent(data.name, data.text);
    else onError(data.isRefused);
  };
  // A page that the browser keeps for "back" joins again when it is shown.
  const onShow = ({ persisted }: PageTransitionEvent) => persisted && join();
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', onShow);
  join();
  return () => {
    clearTimeout(timer);
    window.removeEventListener('pagehide', leave);
    window.removeEventListener('pageshow', onShow);
    worker.onerror = null;
    port.onmessage = null;
    leave();
    port.close();
  };
}

/**
 * The event stream, one for all windows of this browser: by HTTP/1.1 they share six connections, and a STOP must find a free
 * one. A browser without shared workers (those of phones, with one or two windows) opens one for each window.
 */
export function openSource(settings: SourceSettings): () => void {
  const worker = canShare ? startWorker() : undefined;
  return worker ? openShared(worker, settings) : openOwn(settings);
}
