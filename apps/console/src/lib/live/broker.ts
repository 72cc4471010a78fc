import { useSyncExternalStore } from 'react';
import { link, onHeard } from './live.ts';

let isUp = true;
const listeners = new Set<() => void>();

onHeard(({ event, data }) => {
  if (event === 'snapshot') isUp = data.broker ?? true;
  else if (event === 'broker') isUp = data.up;
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

/** R4.5: does the server's broker answer boards? The stream tells: without it nobody knows. */
export const useBrokerUp = (): boolean | undefined =>
  useSyncExternalStore(subscribe, () => (link.state() === 'live' ? isUp : undefined));
