import { createRootRoute, Outlet, redirect, useMatches, useRouterState } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import type { OpenedDialog } from '../../lib/forms/use-history-dialog.ts';
import { useCurrentSection, useCurrentSubject } from '../../lib/page/page-subject.ts';
import { paths } from '../../lib/page/paths.ts';
import { readyUpdate } from '../app-update.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The e-mail of a new registration, for the login form. */
    email?: string;
    /** The session expired: the login page shows a notice. */
    hasExpired?: boolean;
    /** The server did not confirm the logout. */
    logoutFailed?: boolean;
    passwordChanged?: boolean;
    accountDeleted?: boolean;
    /** The open dialog (lib/use-history-dialog.ts). */
    dialog?: OpenedDialog | undefined;
  }
  interface StaticDataRouteOption {
    /** Message key of the page title, in the texts of its area. */
    title?: Parameters<ReturnType<typeof useTranslations<never>>['has']>[0];
  }
}

export const toDashboard = () => {
  throw redirect({ to: paths.dashboard, replace: true });
};

/** Sets the document title and shows the notice of a new version. */
function RootLayout() {
  const t = useTranslations();
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  const subject = useCurrentSubject();
  const section = useCurrentSection();
  const update = useSelector(readyUpdate);
  // The texts of a route are added in place: this component renders again when the route has loaded.
  useRouterState({ select: (state) => state.isLoading });
  // The title of an admin page is missing until the texts of the shell load.
  const page = title && t.has(title) ? t(title) : undefined;
  useEffect(() => {
    const parts = [subject, section ?? page].filter(Boolean);
    document.title = page ? t('app.title', { page: parts.join(' · ') }) : t('app.name');
  }, [t, page, subject, section]);
  return (
    <>
      <Outlet />
      {update && <update.Notice onReload={update.reload} />}
    </>
  );
}

export const root = createRootRoute({ component: RootLayout });
