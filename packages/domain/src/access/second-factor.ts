import { DAY_S, HOUR_S } from '../time.ts';
import { isStaff } from './roles.ts';

/** Who needs a second factor, by the setting `REQUIRE_2FA`. */
export type FactorPolicy = 'none' | 'staff' | 'all';

export const needsFactor = (policy: FactorPolicy, roles: readonly string[]): boolean =>
  policy === 'all' || (policy === 'staff' && isStaff(roles));

/** Whether a request is open to a user who still needs a factor: by the rule of its call, a stop of a pump only. */
export const isOpenBeforeFactor = (rule: true | 'stop' | undefined, body: unknown): boolean =>
  rule === true ||
  (rule === 'stop' && typeof body === 'object' && body !== null && Reflect.get(body, 'value') === false);

/** A browser that the user trusts needs no second factor for this long. */
export const TRUSTED_BROWSER_S = 30 * DAY_S;

/** Between the password and the second factor. */
export const LOGIN_STEP_S = 600;

/** A reset that a Super Seller requests waits this long, so that its user can read the mail and cancel it. */
export const FACTOR_RESET_DELAY_S = 24 * HOUR_S;

export const RECOVERY_CODES = 10;
export const MAX_FACTORS = 10;

/** Codes of an app: a new one every 30 seconds; the one before and after are accepted, for clocks that differ. */
export const TOTP = { periodS: 30, digits: 6, window: 1 };
