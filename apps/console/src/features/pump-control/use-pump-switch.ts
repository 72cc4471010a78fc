import type { LastValues } from '@manoboard/contract/device';
import { lockOf } from '@manoboard/domain/control-mode';
import { pumpState, type Switch, switchOf } from '@manoboard/domain/pump';
import { useSyncExternalStore } from 'react';
import type { LinkState } from '../../lib/live/live-link.ts';
import { useLinkState, useLiveDevice } from '../../lib/live/use-live.ts';
import { useReading } from '../../lib/live/use-reading.ts';
import { findOrder, placeOrder, subscribeOrders } from './orders.ts';

/** Why the pump cannot be switched from here now. */
export type Block =
  | 'serverDown'
  | 'offlineControl'
  | 'connecting'
  | 'localControl'
  | 'converterPower'
  | 'unknown';

/** R5.2 and "unknown is not off": nobody can toggle what is not known or cannot be reached. */
export function blockOf(
  link: LinkState,
  isOnline: boolean | undefined,
  data?: LastValues,
): Block | undefined {
  if (link === 'down') return 'serverDown';
  if (isOnline === false) return 'offlineControl';
  if (isOnline === undefined || !data) return 'unknown';
  // Known from before: nobody acts on it until the server has answered again.
  if (link === 'connecting') return 'connecting';
  if (lockOf(data) === 'unlocked') return 'localControl';
  if (pumpState(data) === 'no_power') return 'converterPower';
  return switchOf(data) === 'unknown' ? 'unknown' : undefined;
}

export interface PumpSwitchState {
  /** R5.1: what the board reported last, never the wish. */
  position: Switch;
  isStale: boolean;
  block: Block | undefined;
  isSending: boolean;
  isAwaiting: boolean;
  toggle: (isOn: boolean) => void;
}

export function usePumpSwitch(deviceId: string): PumpSwitchState {
  const data = useLiveDevice(deviceId, ({ last }) => last?.data);
  const isOnline = useLiveDevice(deviceId, (device) => device.isOnline);
  const { freshness } = useReading(deviceId, 'on_off_state_r');
  const order = useSyncExternalStore(subscribeOrders, () => findOrder(deviceId));
  return {
    position: data ? switchOf(data) : 'unknown',
    isStale: freshness === 'stale',
    block: blockOf(useLinkState(), isOnline, data),
    isSending: order?.isSending ?? false,
    isAwaiting: order?.isAwaiting ?? false,
    toggle: (isOn) => placeOrder(deviceId, isOn),
  };
}
