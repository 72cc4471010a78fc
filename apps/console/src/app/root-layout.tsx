import { Outlet, useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';

export function RootLayout() {
  const t = useTranslations();
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  useEffect(() => {
    // A page behind the login has no name until its texts are here.
    document.title = title && t.has(title) ? t('app.title', { page: t(title) }) : t('app.name');
  }, [t, title]);
  return <Outlet />;
}
