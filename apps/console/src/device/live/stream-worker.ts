import { createSharedStreams, type FromWorker, type ToWorker } from './shared-streams.ts';

const streams = createSharedStreams();

/** A shared worker lives while a window of this browser is connected to it. */
self.addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports;
  if (!port) return;
  const one = { send: (message: FromWorker) => port.postMessage(message) };
  port.onmessage = ({ data }: MessageEvent<ToWorker>) => {
    if (data === 'close') streams.leave(one);
    else streams.join(one, data);
  };
  // Reported by some browsers when a window ends without a word.
  port.addEventListener('close', () => streams.leave(one));
});
