import type { DiskSpace } from '@manoboard/contract/live';
import { useSyncExternalStore } from 'react';
import { link, onHeard } from './live.ts';

let isBrokerUp = true;
let diskSpace: DiskSpace = 'ok';
const listeners = new Set<() => void>();

onHeard(({ event, data }) => {
  if (event === 'snapshot') {
    isBrokerUp = data.broker ?? true;
    diskSpace = data.disk ?? 'ok';
  } else if (event === 'broker') isBrokerUp = data.up;
  else if (event === 'disk') diskSpace = data.space;
  else return;
  for (const listener of listeners) listener();
});

function subscribe(listener: () => void) {
  const leaveLink = link.subscribe(listener);
  listeners.add(listener);
  return () => {
    leaveLink();
    listeners.delete(listener);
  };
}

/** R4.5: does the server's broker answer boards? Unknown without the stream. */
export const useBrokerUp = (): boolean | undefined =>
  useSyncExternalStore(subscribe, () => (link.state() === 'live' ? isBrokerUp : undefined));

/** Space on the server's disk, as the stream said last. */
export const useDiskSpace = (): DiskSpace => useSyncExternalStore(subscribe, () => diskSpace);
