import { DAY_S, HOUR_S } from '../time.ts';
import { isStaff } from './roles.ts';

/** How long a session lives without use, and at most. */
export interface SessionLife {
  idleS: number;
  mostS: number;
}

/** R3.3: a session of the browser, which ends with it; and every session of staff. */
const SHORT: SessionLife = { idleS: 12 * HOUR_S, mostS: 7 * DAY_S };
/** R3.3: 'Keep me logged in' of a user without a role. */
const LONG: SessionLife = { idleS: 30 * DAY_S, mostS: 90 * DAY_S };

export const sessionLife = (isRemembered: boolean, roles: readonly string[]): SessionLife =>
  isRemembered && !isStaff(roles) ? LONG : SHORT;

/** Unix seconds of the end of a session, by its last use and its begin. */
export const sessionEndS = ({ idleS, mostS }: SessionLife, begunS: number, usedS: number): number =>
  Math.min(usedS + idleS, begunS + mostS);
