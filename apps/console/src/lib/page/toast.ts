import type { notifications as Notifications } from '@mantine/notifications';
import { createAtom, useSelector } from '@tanstack/react-store';
import { session } from '../http/session.ts';

const isToasterWanted = createAtom(false);
let shownEpoch = 0;
let shown: typeof Notifications | undefined;

interface About {
  kind?: 'success' | 'warning';
  /** R4.15: the name of the device. */
  device?: string;
  reason?: string;
}

/** The title names the device or the failed action. */
function toastContent(message: string, device: string | undefined, reason: string | undefined) {
  if (reason) return { title: device ? `${device}: ${message}` : message, message: reason };
  return device ? { title: device, message } : { message };
}

/** Displays a short message. The notifications library is loaded on first use, not with the first page. */
export async function toast(message: string, { kind = 'success', device, reason }: About = {}) {
  const epoch = session.epoch();
  const { notifications } = await import('@mantine/notifications');
  if (epoch !== session.epoch()) return;
  // Remove messages of an earlier session.
  if (epoch !== shownEpoch) notifications.clean();
  shownEpoch = epoch;
  const color = kind === 'success' ? 'green' : 'yellow';
  notifications.show({ ...toastContent(message, device, reason), color });
  shown = notifications;
  isToasterWanted.set(true);
}

/** R1.5: remove messages on logout. */
session.onEnd(() => shown?.clean());

export const useIsToasterWanted = () => useSelector(isToasterWanted);
