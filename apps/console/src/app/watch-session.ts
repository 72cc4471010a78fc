import { paths, safeReturnPath } from '../lib/paths.ts';
import { session } from '../lib/session.ts';
import type { AppRouter } from './router.tsx';

/**
 * R3.8: an expired session leads to the login, and from there back to the same page. R1.5: after a login in another tab
 * the guards request the user again, and a tab at the login leaves it: the cookie is the same in all tabs.
 */
export function watchSession(router: AppRouter) {
  session.onLoginInOtherTab(() => {
    const { pathname, search } = router.latestLocation;
    if (pathname === paths.login) router.history.replace(safeReturnPath(search.return) ?? paths.dashboard);
    else void router.invalidate();
  });
  session.onExpired((wasLoggedIn) => {
    const { pathname, href } = router.latestLocation;
    if (pathname.startsWith('/auth/')) return;
    void router.navigate({
      to: paths.login,
      search: { return: safeReturnPath(href) },
      state: { hasExpired: wasLoggedIn },
      replace: true,
    });
  });
}
