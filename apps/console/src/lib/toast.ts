import type { notifications as Notifications } from '@mantine/notifications';
import { useSyncExternalStore } from 'react';
import { session } from './session.ts';

let isWanted = false;
let saidIn = 0;
let shown: typeof Notifications | undefined;
const listeners = new Set<() => void>();

/** A short word in the corner. The toaster is no part of a first load. */
export async function toast(message: string, kind: 'success' | 'warning' = 'success', reason?: string) {
  const epoch = session.epoch();
  const { notifications } = await import('@mantine/notifications');
  if (epoch !== session.epoch()) return;
  // Said when a session had ended, and seen by nobody yet.
  if (epoch !== saidIn) notifications.clean();
  saidIn = epoch;
  const color = kind === 'success' ? 'green' : 'yellow';
  notifications.show(reason ? { title: message, message: reason, color } : { message, color });
  shown = notifications;
  isWanted = true;
  for (const listener of listeners) listener();
}

/** R1.5: words to one user are not for the next. */
session.whenOver(() => shown?.clean());

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useIsToasterWanted = () => useSyncExternalStore(subscribe, () => isWanted);
