import type { EventCode } from '@manoboard/contract/mqtt/event';
import { isStopOfPump } from '@manoboard/domain/protection/codes';
import { switchOf } from '@manoboard/domain/pump/pump';
import { useRaisedProtections } from './device-diagnostics.ts';
import { useDevice } from './use-device.ts';

/** Why the board has stopped the pump, as it reported last, else by its raised events; `null` without a reason, and while the pump is on. */
export function useStoppedFor(deviceId: string): EventCode | null {
  const raised = useRaisedProtections(deviceId)?.find(isStopOfPump) ?? null;
  const { isOn, reported } = useDevice(deviceId, ({ last }) => ({
    isOn: last !== undefined && switchOf(last.data) === 'on',
    reported: last?.stopped_for ?? null,
  }));
  return isOn ? null : (reported ?? raised);
}
