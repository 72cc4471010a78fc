import { createAtom, useSelector } from '@tanstack/react-store';
import { session } from '../http/session.ts';

export interface Toast {
  id: number;
  kind: 'success' | 'warning';
  /** The device (R4.15) or the failed action. */
  title: string | undefined;
  message: string;
  /** Offered while the toast is shown, for ten seconds. */
  action: ToastAction | undefined;
}

interface ToastAction {
  label: string;
  run: () => void;
}

interface About {
  kind?: Toast['kind'];
  /** R4.15: the name of the device. */
  device?: string;
  reason?: string;
  action?: ToastAction;
}

const shown = createAtom<readonly Toast[]>([]);
let lastId = 0;
let shownEpoch = 0;

/** The title names the device or the failed action. */
function toastContent(message: string, device: string | undefined, reason: string | undefined) {
  if (reason) return { title: device ? `${device}: ${message}` : message, message: reason };
  return { title: device, message };
}

/** Shows a short message. */
export function toast(message: string, { kind = 'success', device, reason, action }: About = {}) {
  // Messages of an earlier session go.
  const others = shownEpoch === session.epoch() ? shown.get() : [];
  shownEpoch = session.epoch();
  lastId += 1;
  shown.set([...others, { id: lastId, kind, action, ...toastContent(message, device, reason) }]);
}

export const closeToast = (id: number) => shown.set((toasts) => toasts.filter((open) => open.id !== id));
export const clearToasts = () => shown.set([]);
export const shownToasts = () => shown.get();
export const useToasts = () => useSelector(shown);

/** R1.5: remove messages on logout. */
session.onEnd(clearToasts);
