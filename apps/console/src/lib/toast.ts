import type { notifications as Notifications } from '@mantine/notifications';
import { useSyncExternalStore } from 'react';
import { session } from './session.ts';

let isWanted = false;
let saidIn = 0;
let shown: typeof Notifications | undefined;
const listeners = new Set<() => void>();

interface About {
  kind?: 'success' | 'warning';
  /** R4.15: the name of the device that it is about. */
  device?: string;
  reason?: string;
}

/** The device, or what failed, stands above the sentence. */
function wordsOf(message: string, device: string | undefined, reason: string | undefined) {
  if (reason) return { title: device ? `${device}: ${message}` : message, message: reason };
  return device ? { title: device, message } : { message };
}

/** A short word in the corner. The toaster is no part of a first load. */
export async function toast(message: string, { kind = 'success', device, reason }: About = {}) {
  const epoch = session.epoch();
  const { notifications } = await import('@mantine/notifications');
  if (epoch !== session.epoch()) return;
  // Said when a session had ended, and seen by nobody yet.
  if (epoch !== saidIn) notifications.clean();
  saidIn = epoch;
  const color = kind === 'success' ? 'green' : 'yellow';
  notifications.show({ ...wordsOf(message, device, reason), color });
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
