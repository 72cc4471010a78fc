/** R3.8: marks that a user has logged in here; the session is a cookie that no script can read. */
const MARKER = 'loggedIn';

let epoch = 0;
let isExpired = false;
let ending: Promise<unknown> = Promise.resolve();
let expiredListener: (wasLoggedIn: boolean) => void = () => undefined;
const endListeners = new Set<() => void>();

function clear() {
  localStorage.removeItem(MARKER);
  for (const listener of endListeners) listener();
}

export const session = {
  /** Requests carry the number of their session, so that a late 401 of an old one cannot end the new one. */
  epoch: () => epoch,
  isMarked: () => localStorage.getItem(MARKER) !== null,

  begin() {
    epoch += 1;
    isExpired = false;
    // Other tabs receive an event only for a change.
    localStorage.removeItem(MARKER);
    localStorage.setItem(MARKER, 'true');
  },

  /** An answer of `users/me` proves a session, wherever it began, unless the user has logged out since the request. */
  confirm(requestEpoch: number): boolean {
    if (isExpired && requestEpoch !== epoch) return false;
    if (isExpired || !session.isMarked()) session.begin();
    return true;
  },

  /** R1.5: the user leaves. Answers still in flight are ignored. */
  end<Answer>(logout: () => Promise<Answer>): Promise<Answer> {
    epoch += 1;
    isExpired = true;
    clear();
    const answer = logout();
    ending = answer;
    return answer;
  },

  /** R3.8: one expiry answers for all requests in flight; the logout call's own 401 changes nothing. */
  expire(requestEpoch: number, logout: () => Promise<unknown>) {
    if (isExpired || requestEpoch !== epoch) return;
    isExpired = true;
    const wasLoggedIn = session.isMarked();
    clear();
    ending = logout();
    expiredListener(wasLoggedIn);
  },

  /** A new login waits for the old logout, whose answer would remove the new cookie. */
  waitForLogout: () => ending.catch(() => undefined),

  /** Registers a callback that clears data of the user, however the session ends. */
  onEnd(listener: () => void) {
    endListeners.add(listener);
  },

  /** All tabs share the cookie: a login in another tab applies here. */
  onLoginInOtherTab(listener: () => void) {
    window.onstorage = ({ key, newValue }) => {
      if (key === MARKER && newValue !== null) listener();
    };
  },

  onExpired(listener: (wasLoggedIn: boolean) => void) {
    expiredListener = listener;
  },
};
