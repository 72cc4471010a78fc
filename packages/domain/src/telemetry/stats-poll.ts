import type { FcDevice } from '@manoboard/contract/device/device';
import { isStaff } from '../access/roles.ts';

/**
 * R6.4: the ID by which the stat cards are polled. The converter's ID needs one of the three roles; without a converter
 * ID the board's is used and no role is needed. `null` stops polling.
 */
export function statsTarget(deviceId: string, fcId: string | null, roles: readonly string[]): string | null {
  if (fcId === null) return deviceId;
  return isStaff(roles) ? fcId : null;
}

/** R6.4: converter IDs that do not identify one device: several boards report them, or a board has the same ID. */
export function ambiguousFcIds(converters: readonly Pick<FcDevice, 'id' | 'owner_dev_id'>[]): Set<string> {
  const taken = new Set(converters.map(({ owner_dev_id }) => owner_dev_id));
  const ambiguous = new Set<string>();
  for (const { id } of converters) {
    if (taken.has(id)) ambiguous.add(id);
    taken.add(id);
  }
  return ambiguous;
}
