import { issueCommand } from '../../../device/commands/pending-commands.ts';
import { commandOf } from '../../../device/device-view.ts';
import type { LiveDevice } from '../../../device/live/live-store.ts';
import { useUncontrollable } from '../../../device/reach.ts';
import { useDevice } from '../../../device/use-device.ts';
import { sendLock, sendStartStop } from './api.ts';

export type Position = 'on' | 'off' | 'unknown';

const senders = { start_stop: sendStartStop, set_lock: sendLock };

/** R5.1, R5.2: the common behaviour of the switch and the lock. `positionOf` reads the reported position. */
export function useToggle(
  deviceId: string,
  op: keyof typeof senders,
  positionOf: (device: LiveDevice) => Position,
) {
  const { position, requested, ...pending } = useDevice(deviceId, (view) => ({
    ...commandOf(view, op),
    position: positionOf(view),
  }));
  const requestedPosition: Position | undefined =
    requested === undefined ? undefined : requested ? 'on' : 'off';
  const toggle = (isOn: boolean) => {
    // R5.6: a failure shows no message; the activity list reports it.
    issueCommand({
      deviceId,
      op,
      value: isOn,
      send: () => senders[op](deviceId, isOn),
      isReported: (device) => positionOf(device) === (isOn ? 'on' : 'off'),
    }).catch(() => undefined);
  };
  return {
    ...pending,
    /** As the board reported it last, never the requested one. */
    position,
    /** The requested position, while the board reports another one. */
    requested: requestedPosition === position ? undefined : requestedPosition,
    uncontrollable: useUncontrollable(deviceId),
    toggle,
  };
}
export type Toggle = ReturnType<typeof useToggle>;
