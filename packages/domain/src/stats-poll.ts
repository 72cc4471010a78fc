import type { FcDevice } from '@manoboard/contract/device';
import { isStaff } from './roles.ts';

/**
 * R6.4: whose ID the stat cards are asked by. A converter's own is for the three roles; without one the board's is
 * asked, and no role is. Nothing: nobody asks.
 */
export function statsTarget(deviceId: string, fcId: string | null, roles: readonly string[]): string | null {
  if (fcId === null) return deviceId;
  return isStaff(roles) ? fcId : null;
}

/** R6.4: converter IDs that do not name one device: several boards name them, or a board has them itself. */
export function ambiguousFcIds(converters: readonly Pick<FcDevice, 'id' | 'owner_dev_id'>[]): Set<string> {
  const taken = new Set(converters.map(({ owner_dev_id }) => owner_dev_id));
  const ambiguous = new Set<string>();
  for (const { id } of converters) {
    if (taken.has(id)) ambiguous.add(id);
    taken.add(id);
  }
  return ambiguous;
}
