import { isStaff } from './roles.ts';

/**
 * R6.4: whose ID the stat cards are asked by. A converter's own is for the three roles; without one the board's is
 * asked, and no role is. Nothing: nobody asks.
 */
export function statsTarget(deviceId: string, fcId: string | null, roles: readonly string[]): string | null {
  if (fcId === null) return deviceId;
  return isStaff(roles) ? fcId : null;
}
