/** Seconds to wait after each attempt, in order; the last delay repeats. `free` attempts come without one. */
const growing = (free: number, ...delaysS: number[]) => [...Array<number>(free - 1).fill(0), ...delaysS];

/**
 * R3.3: delays after password attempts, by their source. A right password clears the source's count.
 * - `address`: an address at an account.
 * - `account`: an account, from all addresses together; only attempts of unknown browsers count and wait.
 * - `device`: a known browser of the account; attempts from other browsers do not delay it.
 * - `session`: the current password, requested in a session.
 * - `code`: codes of the second factor, from an address at an account, a known browser or a session.
 * - `account_code`: such codes of an account, from all unknown browsers together, or from all its sessions together; the
 *   password was right before.
 * - `test_mail`: test mails of a user, five an hour.
 * - `invitation`: mails that a user has sent to people without an account, twenty an hour.
 * - `invited`: such mails to one address, from all users together, five an hour.
 * - `test_notification`: tests of the own channels of a user, twenty in ten minutes.
 */
export const ATTEMPT_DELAYS_S = {
  address: growing(10, 5, 10, 20, 40, 80, 160, 320, 640, 900),
  account: growing(100, 5, 10, 20, 40, 60),
  device: growing(10, 5, 10, 20, 40, 80, 160, 320, 640, 900),
  session: growing(10, 5, 10, 20, 40, 80, 160, 320, 640, 900),
  code: growing(5, 5, 10, 20, 40, 80, 160, 320, 640, 900),
  account_code: growing(30, 30, 60, 120, 300),
  test_mail: growing(5, 3599),
  invitation: growing(20, 3599),
  invited: growing(5, 3599),
  test_notification: growing(20, 600),
} as const satisfies Record<string, readonly number[]>;

export type AttemptSource = keyof typeof ATTEMPT_DELAYS_S;

/** A source without attempts for this long starts anew; longer than any delay. */
export const ATTEMPTS_FORGOTTEN_AFTER_S = 3600;
