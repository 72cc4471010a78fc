import { session } from '../lib/http/session.ts';
import { paths, safeReturnPath } from '../lib/page/paths.ts';
import type { AppRouter } from './router.tsx';

/**
 * R3.8: an expired session opens the login page, which returns to the same page. R1.5: all tabs share the cookie, so after
 * a login in another tab the guards load the user again, and a tab on the login page leaves it.
 */
export function watchSession(router: AppRouter) {
  session.onLoginInOtherTab(() => {
    const { pathname, search } = router.latestLocation;
    if (pathname === paths.login) router.history.replace(safeReturnPath(search.return) ?? paths.home);
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
