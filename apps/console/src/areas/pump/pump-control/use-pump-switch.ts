import type { LastValues } from '@manoboard/contract/device/device';
import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import { lockOf } from '@manoboard/domain/pump/control-mode';
import { pumpState, switchOf } from '@manoboard/domain/pump/pump';
import type { Freshness } from '@manoboard/domain/telemetry/freshness';
import { issueCommand } from '../../../device/commands/pending-commands.ts';
import { useDeviceName } from '../../../device/device-name.tsx';
import type { LiveDevice } from '../../../device/live/live-store.ts';
import type { Uncontrollable } from '../../../device/reach.ts';
import { useDevice, useReading } from '../../../device/use-device.ts';
import { useValueAge } from '../../../lib/texts/format.ts';
import { sendLock } from './api.ts';
import { pumpPosition, startStop } from './start-stop.ts';
import { type Position, type Toggle, useToggle } from './use-toggle.ts';

/** Why the pump of a reachable device cannot be switched. */
export type Block = 'localControl' | 'converterPower' | 'unknown';

export interface ControlSwitch extends Toggle {
  block: Uncontrollable | Block | undefined;
  /** Age of the position, when it is not live. */
  past: { past?: string; age: string } | undefined;
}

function usePast(deviceId: string, field: ReadingField) {
  const valueAge = useValueAge();
  const { freshness, ageS } = useReading(deviceId, field);
  return freshness === 'stale' ? valueAge(ageS, freshness) : undefined;
}

/**
 * R5.2: an unlocked converter ignores remote start and stop; an unknown position cannot be toggled. The lock may have
 * changed since an old frame: then the board decides, as for the server.
 */
export function blockOf(data: LastValues | undefined, lockFreshness?: Freshness): Block | undefined {
  if (!data) return 'unknown';
  if (lockOf(data) === 'unlocked' && lockFreshness !== 'stale') return 'localControl';
  if (pumpState(data) === 'no_power') return 'converterPower';
  return switchOf(data) === 'unknown' ? 'unknown' : undefined;
}

/** R5.1. `toggle(true)` starts the pump without a question: `usePumpStart` asks. */
export function usePumpSwitch(deviceId: string): ControlSwitch {
  const name = useDeviceName(deviceId);
  const toggle = useToggle(deviceId, {
    op: 'start_stop',
    positionOf: pumpPosition,
    issue: (isOn) => startStop(deviceId, name, isOn),
  });
  const { freshness } = useReading(deviceId, 'modbus');
  const block = useDevice(deviceId, ({ last }) => blockOf(last?.data, freshness));
  const past = usePast(deviceId, 'on_off_state_r');
  // R5.10: stop passes a lock-out tag.
  const canStop = toggle.uncontrollable === 'lockedOut' && toggle.position === 'on';
  return { ...toggle, block: (canStop ? undefined : toggle.uncontrollable) ?? block, past };
}

const LOCK_POSITIONS = { locked: 'on', unlocked: 'off', unknown: 'unknown' } as const;
const lockPosition = ({ last }: LiveDevice): Position =>
  last ? LOCK_POSITIONS[lockOf(last.data)] : 'unknown';

/** R5.2: `on` means locked: the keypad is disabled and remote commands apply. */
export function useLockSwitch(deviceId: string): ControlSwitch {
  const toggle = useToggle(deviceId, {
    op: 'set_lock',
    positionOf: lockPosition,
    issue: (isOn) =>
      issueCommand({
        deviceId,
        op: 'set_lock',
        value: isOn,
        send: () => sendLock(deviceId, isOn),
        isReported: (device) => lockPosition(device) === (isOn ? 'on' : 'off'),
      }),
  });
  const block = toggle.position === 'unknown' ? 'unknown' : undefined;
  return { ...toggle, block: toggle.uncontrollable ?? block, past: usePast(deviceId, 'modbus') };
}
