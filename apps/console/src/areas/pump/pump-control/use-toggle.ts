import { commandOf } from '../../../device/device-view.ts';
import type { LiveDevice } from '../../../device/live/live-store.ts';
import { useUncontrollable } from '../../../device/reach.ts';
import { useDevice } from '../../../device/use-device.ts';

export type Position = 'on' | 'off' | 'unknown';

interface Control {
  op: 'start_stop' | 'set_lock';
  /** Reads the reported position. */
  positionOf: (device: LiveDevice) => Position;
  issue: (isOn: boolean) => Promise<unknown>;
}

/** R5.1, R5.2: the common behaviour of the switch and the lock. */
export function useToggle(deviceId: string, { op, positionOf, issue }: Control) {
  const { position, requested, ...pending } = useDevice(deviceId, (view) => ({
    ...commandOf(view, op),
    position: positionOf(view),
  }));
  const requestedPosition: Position | undefined =
    requested === undefined ? undefined : requested ? 'on' : 'off';
  const toggle = (isOn: boolean) => {
    // R5.6: a failure shows no message; the activity list reports it.
    issue(isOn).catch(() => undefined);
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
