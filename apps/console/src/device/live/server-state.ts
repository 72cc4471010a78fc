import type { DiskSpace } from '@manoboard/contract/live';
import { useSyncExternalStore } from 'react';
import { link, onHeard } from './live.ts';

let isBrokerUp = true;
let isDatabaseUp = true;
let diskSpace: DiskSpace = 'ok';
const listeners = new Set<() => void>();

onHeard(({ event, data }) => {
  if (event === 'snapshot') {
    isBrokerUp = data.broker ?? true;
    isDatabaseUp = data.database ?? true;
    diskSpace = data.disk ?? 'ok';
  } else if (event === 'broker') isBrokerUp = data.up;
  else if (event === 'database') isDatabaseUp = data.up;
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

/** R9: does the server's database answer? As the stream said last. */
export const useDatabaseUp = (): boolean => useSyncExternalStore(subscribe, () => isDatabaseUp);

/** Space on the server's disk, as the stream said last. */
export const useDiskSpace = (): DiskSpace => useSyncExternalStore(subscribe, () => diskSpace);
