/** R3.8: marker of a login in this browser, another one for each, since scripts cannot read the session cookie. */
const MARKER = 'loggedIn';
/** Storage key of the user's last known values (device/last-known.ts), removed with the session. */
export const LAST_KNOWN = 'lastKnown';

let epoch = 0;
let isExpired = false;
let ending: Promise<unknown> = Promise.resolve();
let expiredListener: (wasLoggedIn: boolean) => void = () => undefined;
const endListeners = new Set<(hasExpired: boolean) => void>();
/** The marker that this window knows: a login in another tab applies here with its event. */
let login = localStorage.getItem(MARKER);

function clear(hasExpired: boolean) {
  localStorage.removeItem(MARKER);
  localStorage.removeItem(LAST_KNOWN);
  for (const listener of endListeners) listener(hasExpired);
}

export const session = {
  /** Number of the session. A 401 of an older session must not end the current one. */
  epoch: () => epoch,
  /** True after the session has ended, until the next login. */
  isOver: () => isExpired,
  /** Names the login of this window: what windows share is of one login only. */
  login: () => login ?? '',
  isMarked: () => localStorage.getItem(MARKER) !== null,

  begin() {
    epoch += 1;
    isExpired = false;
    // They may be of another user.
    localStorage.removeItem(LAST_KNOWN);
    login = String(Math.random());
    localStorage.setItem(MARKER, login);
  },

  /** An answer of `users/me` proves a session, also one begun in another tab, unless the user logged out since the request. */
  confirm(requestEpoch: number): boolean {
    if (isExpired && requestEpoch !== epoch) return false;
    if (isExpired || !session.isMarked()) session.begin();
    return true;
  },

  /** R1.5: logs out. Answers still in flight are ignored. */
  end<Answer>(logout: () => Promise<Answer>): Promise<Answer> {
    epoch += 1;
    isExpired = true;
    clear(false);
    const answer = logout();
    ending = answer;
    return answer;
  },

  /** R3.8: several 401 of one session expire it once; a 401 of the logout itself has no effect. */
  expire(requestEpoch: number, logout: () => Promise<unknown>) {
    if (isExpired || requestEpoch !== epoch) return;
    isExpired = true;
    const wasLoggedIn = session.isMarked();
    clear(true);
    ending = logout();
    expiredListener(wasLoggedIn);
  },

  /** A new login must wait for the previous logout, whose response would remove the new cookie. */
  waitForLogout: () => ending.catch(() => undefined),

  /** Runs at logout and at expiry: listeners clear data of the user. */
  onEnd(listener: (hasExpired: boolean) => void) {
    endListeners.add(listener);
  },

  /** All tabs share the cookie, so a login in another tab applies to this one; responses to older requests are ignored. */
  onLoginInOtherTab(listener: () => void) {
    window.onstorage = ({ key, newValue }) => {
      if (key !== MARKER || newValue === null) return;
      epoch += 1;
      isExpired = false;
      login = newValue;
      listener();
    };
  },

  onExpired(listener: (wasLoggedIn: boolean) => void) {
    expiredListener = listener;
  },
};
